import type { CallInput } from '#contract/kernel/call.ts';
import type { mediaCalls } from '#contract/media/calls.ts';

export type UploadTarget = Pick<CallInput<typeof mediaCalls.start>, 'property_id' | 'unit_id' | 'media_type' | 'replaces'>;

/** An unfinished upload as the browser remembers it after the page closes. The bytes cannot be stored, so the file must be chosen again. */
export type StoredUpload = {
  readonly session: number;
  readonly name: string;
  /** The bytes to send, fewer than the file's if the picture was scaled. */
  readonly size: number;
  readonly file: { readonly size: number; readonly modified: number };
  readonly target: UploadTarget;
};
export type UnfinishedUploadStore = { all(): readonly StoredUpload[]; keep(one: StoredUpload): void; forget(session: number): void };

const key = 'makao-uploads';
/** The limit is many more than the uploads of one page; the oldest entries are dropped. */
const most = 60;

/** Stored on the device. If the browser allows no storage, nothing is remembered and everything else works. */
export const localUploadStore: UnfinishedUploadStore = {
  all() {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? (kept as StoredUpload[]).filter((one) => Number.isInteger(one?.session) && typeof one.name === 'string') : [];
    } catch {
      return [];
    }
  },
  keep: (one) => write([...localUploadStore.all().filter((other) => other.session !== one.session), one].slice(-most)),
  forget: (session) => write(localUploadStore.all().filter((one) => one.session !== session)),
};

function write(kept: readonly StoredUpload[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // If the storage is full or blocked, the upload can no longer be resumed after the page closes, but the upload itself works.
  }
}
