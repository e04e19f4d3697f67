import type { Given } from '#contract/kernel/call.ts';
import type { mediaCalls } from '#contract/media/calls.ts';

export type Target = Pick<Given<typeof mediaCalls.start>, 'property_id' | 'unit_id' | 'media_type' | 'replaces'>;

/** A file on its way, as the browser remembers it when the page is gone; the bytes it cannot keep, so they are asked for again. */
export type StoredUpload = {
  readonly session: number;
  readonly name: string;
  /** What is sent, which is less than the file where the picture was made smaller. */
  readonly size: number;
  readonly file: { readonly size: number; readonly modified: number };
  readonly target: Target;
};
export type Memory = { all(): readonly StoredUpload[]; keep(one: StoredUpload): void; forget(session: number): void };

const key = 'makao-uploads';
/** Many more than anybody sends at once; whatever was forgotten elsewhere leaves with the oldest. */
const most = 60;

/** Kept on the device. Where the browser allows nothing to be kept, nothing is remembered and all else works. */
export const deviceMemory: Memory = {
  all() {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? (kept as StoredUpload[]).filter((one) => Number.isInteger(one?.session) && typeof one.name === 'string') : [];
    } catch {
      return [];
    }
  },
  keep: (one) => write([...deviceMemory.all().filter((other) => other.session !== one.session), one].slice(-most)),
  forget: (session) => write(deviceMemory.all().filter((one) => one.session !== session)),
};

function write(kept: readonly StoredUpload[]): void {
  try {
    if (kept.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // A full or forbidden store loses the way back to a file, not the file.
  }
}
