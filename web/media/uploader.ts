import { type MediaItem, mediaCalls } from '#contract/media/calls.ts';
import { uploadChunkBytes } from '#contract/media/limits.ts';
import type { send } from '#web/client/client.ts';
import { createIdempotencyKey } from '#web/client/idempotency.ts';
import { CallRejectedError, NoAnswerError } from '#web/client/send.ts';
import type { StoredUpload, UnfinishedUploadStore, UploadTarget } from './upload-store.ts';

/**
 * Sends files in pieces, three at a time. A lost connection costs one piece, and the rest resumes. After the page was closed, choosing the same file
 * resumes it too.
 */

/** `lost`: a part was received, and the browser no longer has the file. */
export type UploadTaskState = 'lost' | 'waiting' | 'sending' | 'resuming' | 'finishing' | 'done' | 'failed';
export type UploadTask = {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly state: UploadTaskState;
  /** The error of the server or connection; null if there is none. */
  readonly problem: unknown;
};
type Work = UploadTask & {
  readonly file: Blob | null;
  readonly chosen: StoredUpload['file'];
  readonly target: UploadTarget;
  readonly session: number | null;
};

type Means = {
  readonly send: typeof send;
  readonly wait: (ms: number) => Promise<void>;
  /** Scales a picture that is too large. */
  readonly resize?: (file: File) => Promise<Blob>;
  readonly done: (item: MediaItem | null) => void;
  readonly memory?: UnfinishedUploadStore;
};

const atOnce = 3;
/** A request may take at most 15 seconds, so a bad connection gets small pieces and a good one large ones. */
const [smallest, usual] = [32 * 1024, 256 * 1024];
const patience = 12;

const sameFile = (a: StoredUpload['file'], b: StoredUpload['file']) => a.size === b.size && a.modified === b.modified;
const sameTarget = (a: UploadTarget, b: UploadTarget) =>
  a.property_id === b.property_id && a.unit_id === b.unit_id && a.media_type === b.media_type && a.replaces === b.replaces;

export function makeUploader({ send, wait, resize, done, memory }: Means) {
  let works: readonly Work[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const set = (next: readonly Work[]) => {
    works = next;
    for (const tell of listeners) tell();
  };
  const change = (key: number, facts: Partial<Work>) => set(works.map((work) => (work.key === key ? { ...work, ...facts } : work)));
  const find = (key: number) => works.find((work) => work.key === key);
  /** Whether the file was removed from the list during the upload. */
  const isGone = (key: number) => !find(key);

  const giveUp = (id: number) => {
    memory?.forget(id);
    return send(mediaCalls.cancel, { id }).catch(() => undefined);
  };

  function pump(): void {
    const busy = works.filter((work) => ['sending', 'resuming', 'finishing'].includes(work.state)).length;
    for (const work of works.filter((one) => one.state === 'waiting').slice(0, Math.max(0, atOnce - busy))) {
      change(work.key, { state: 'sending', problem: null });
      void carry(work.key).finally(pump);
    }
  }

  async function carry(key: number): Promise<void> {
    try {
      const item = await sendWhole(key);
      const { session } = find(key) ?? {};
      if (session) memory?.forget(session);
      if (isGone(key)) return;
      change(key, { state: 'done', sent: find(key)?.size ?? 0 });
      done(item);
    } catch (problem) {
      if (find(key)) change(key, { state: 'failed', problem });
    }
  }

  async function sendWhole(key: number): Promise<MediaItem | null> {
    const work = find(key);
    if (!work?.file) return null;
    const { file, target, name, session: earlier } = work;
    const begun = earlier === null ? null : await patiently(key, () => send(mediaCalls.status, { id: earlier })).catch(noneOf404);
    // Repeated start requests share one key: a lost answer must not leave a second upload.
    const once = createIdempotencyKey();
    const session = begun ?? (await patiently(key, () => send(mediaCalls.start, { ...target, name, size: file.size }, { key: once })));
    // Stopped before the server returned its id: cancelled as soon as it does.
    if (isGone(key)) void giveUp(session.id);
    else memory?.keep({ session: session.id, name, size: file.size, file: work.chosen, target });
    change(key, { session: session.id, sent: session.received });
    await sendPieces(key, file, session.id, session.received);
    if (isGone(key)) return null;
    change(key, { state: 'finishing' });
    return finish(key, session.id);
  }

  async function sendPieces(key: number, file: Blob, id: number, from: number): Promise<void> {
    let [at, piece, tries] = [from, usual, 0];
    while (at < file.size && !isGone(key)) {
      try {
        at = (await send(mediaCalls.chunk, { id, at, chunk: file.slice(at, at + piece) })).received;
        change(key, { sent: at, state: 'sending' });
        piece = Math.min(uploadChunkBytes, piece * 2);
        tries = 0;
      } catch (problem) {
        const received = outOfTurn(problem);
        if (received !== null && ++tries <= patience) at = received;
        else if (isLine(problem) && ++tries <= patience) {
          piece = Math.max(smallest, Math.floor(piece / 2));
          change(key, { state: 'resuming' });
          await wait(Math.min(15_000, 1000 * 2 ** (tries - 1)));
          // The piece may have arrived although its answer was lost.
          const { received: there } = await patiently(key, () => send(mediaCalls.status, { id }));
          if (there > at) tries = 0;
          at = there;
        } else throw problem;
      }
    }
  }

  /**
   * Completes an upload. If the answer was lost, a second request repeats it. If the upload session no longer exists then, the first request
   * succeeded and the item exists.
   */
  async function finish(key: number, id: number): Promise<MediaItem | null> {
    let asked = 0;
    const once = createIdempotencyKey();
    return patiently(key, async () => {
      asked += 1;
      try {
        return await send(mediaCalls.finish, { id }, { key: once });
      } catch (problem) {
        if (asked > 1 && problem instanceof CallRejectedError && problem.status === 404) return null;
        throw problem;
      }
    });
  }

  async function patiently<T>(key: number, ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask();
      } catch (problem) {
        if (!isLine(problem) || tries > patience || isGone(key)) throw problem;
        await wait(Math.min(15_000, 1000 * 2 ** (tries - 1)));
      }
    }
  }

  return {
    tasks: (): readonly UploadTask[] => works,
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async add(files: readonly File[], target: UploadTarget): Promise<void> {
      for (const file of files) {
        const chosen = { size: file.size, modified: file.lastModified };
        const ready = resize ? await resize(file) : file;
        const half = works.find(
          (one) =>
            one.state === 'lost' &&
            one.name === file.name &&
            one.size === ready.size &&
            sameFile(one.chosen, chosen) &&
            sameTarget(one.target, target),
        );
        if (half) change(half.key, { file: ready, state: 'waiting' });
        else {
          const task = { key: ++last, name: file.name, size: ready.size, sent: 0, state: 'waiting' as const, problem: null };
          set([...works, { ...task, file: ready, chosen, target, session: null }]);
        }
        pump();
      }
    },
    /** Uploads of this place that a closed page began, if the server still has their data. */
    async recall(place: Pick<UploadTarget, 'property_id' | 'unit_id'>): Promise<void> {
      const kept = (memory?.all() ?? []).filter((one) => one.target.property_id === place.property_id && one.target.unit_id === place.unit_id);
      for (const { session, name, size, file, target } of kept) {
        const there = await send(mediaCalls.status, { id: session }).catch((problem: unknown) => {
          if (problem instanceof CallRejectedError && problem.status === 404) memory?.forget(session);
          return null;
        });
        if (!there || works.some((one) => one.session === session)) continue;
        const task = { key: ++last, name, size, sent: there.received, state: 'lost' as const, problem: null };
        set([...works, { ...task, file: null, chosen: file, target, session }]);
      }
    },
    retry(key: number): void {
      change(key, { state: 'waiting', problem: null });
      pump();
    },
    /** Stops an upload, or removes a finished one from the list. */
    drop(key: number): void {
      const work = find(key);
      if (!work) return;
      set(works.filter((one) => one.key !== key));
      if (work.session !== null && work.state !== 'done') void giveUp(work.session);
      pump();
    },
    clear: (): void => set(works.filter((one) => one.state !== 'done')),
  };
}
export type Uploader = ReturnType<typeof makeUploader>;

const isLine = (problem: unknown): boolean =>
  problem instanceof NoAnswerError || (problem instanceof CallRejectedError && (problem.status >= 500 || problem.status === 429));
const outOfTurn = (problem: unknown): number | null =>
  problem instanceof CallRejectedError && problem.status === 409 && typeof problem.body.received === 'number' ? problem.body.received : null;
const noneOf404 = (problem: unknown): null => {
  if (problem instanceof CallRejectedError && problem.status === 404) return null;
  throw problem;
};
