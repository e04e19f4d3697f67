import { describe, expect, test } from 'vitest';
import { CallRejectedError, NoAnswerError } from '#web/client/send.ts';
import type { StoredUpload, UnfinishedUploadStore } from './upload-store.ts';
import { makeUploader } from './uploader.ts';

type Server = { received: number; size: number; bytes: string; finished: boolean; asked: string[]; keys: Record<string, (string | undefined)[]> };

/** A server over an unreliable connection: `trouble` may throw before or after a piece was received. */
function fixture(trouble: (path: string, n: number) => 'before' | 'after' | number | null = () => null, memory?: UnfinishedUploadStore) {
  const server: Server = { received: 0, size: 0, bytes: '', finished: false, asked: [], keys: {} };
  let n = 0;
  const answer = () => ({ id: 7, size: server.size, received: server.received, chunk_bytes: 1, expires_at: '' });
  const send = async (call: { path: string }, given: Record<string, unknown>, options: { key?: string } = {}) => {
    const path = call.path.split('/').at(-2) ?? '';
    server.keys[path] = [...(server.keys[path] ?? []), options.key];
    server.asked.push(path);
    await new Promise((r) => setTimeout(r, 1));
    const bad = trouble(path, ++n);
    if (bad === 'before') throw new NoAnswerError('gone');
    if (typeof bad === 'number') throw new CallRejectedError(bad, { error: 'No', message: 'no' });
    if (path === 'start_upload') server.size = given.size as number;
    if (path === 'upload_chunk') {
      if (given.at !== server.received) throw new CallRejectedError(409, { error: 'Conflict', message: 'x', received: server.received });
      const text = await (given.chunk as Blob).text();
      server.bytes += text;
      server.received += text.length;
    }
    if (path === 'finish_upload') {
      if (server.finished) throw new CallRejectedError(404, { error: 'Not Found', message: 'x' });
      server.finished = true;
    }
    if (bad === 'after') throw new NoAnswerError('gone');
    return path === 'finish_upload' ? { id: 1 } : answer();
  };
  let done = 0;
  const waits: number[] = [];
  const make = () => makeUploader(means);
  const means = {
    ...(memory ? { memory } : {}),
    send: send as never,
    wait: async (ms: number) => void waits.push(ms),
    done: () => {
      done += 1;
    },
  };
  return { server, make, uploader: make(), waits, done: () => done };
}
const text = 'abcdefghij'.repeat(130_000);
const file = () => new File([text], 'a.jpg');
const settled = async (uploader: ReturnType<typeof makeUploader>) => {
  await expect.poll(() => uploader.tasks().every((task) => ['done', 'failed'].includes(task.state)), { interval: 2 }).toBe(true);
};

describe('uploader', () => {
  test('sends a complete file over a stable connection', async () => {
    const { server, uploader, done } = fixture();
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await settled(uploader);
    expect([server.bytes === text, server.finished, done(), uploader.tasks()[0]?.state]).toEqual([true, true, 1, 'done']);
  });

  test('sends a complete file even if some chunks and answers are lost', async () => {
    const lost = ['before', null, 'after', null, 'after', 'before'] as const;
    const { server, uploader, waits } = fixture((path, n) =>
      path === 'finish_upload' ? (server.finished ? null : 'after') : (lost[n % lost.length] ?? null),
    );
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await settled(uploader);
    expect([server.bytes === text, server.finished, uploader.tasks()[0]?.state]).toEqual([true, true, 'done']);
    expect(waits.length).toBeGreaterThan(0);
  });

  test('creates one upload even if start and finish requests are repeated', async () => {
    const seen: Record<string, number> = {};
    const { server, uploader } = fixture((path) => {
      seen[path] = (seen[path] ?? 0) + 1;
      return path !== 'upload_chunk' && seen[path] < 3 ? 'before' : null;
    });
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await settled(uploader);
    for (const path of ['start_upload', 'finish_upload']) {
      expect(server.keys[path]).toHaveLength(3);
      expect(new Set(server.keys[path]).size).toBe(1);
      expect(server.keys[path]?.[0]).toBeTypeOf('string');
    }
  });

  test('stops when the server rejects the file, shows the error message, and can then be retried', async () => {
    let refuse = true;
    const { server, uploader } = fixture((path) => (refuse && path === 'upload_chunk' ? 415 : null));
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await settled(uploader);
    expect(uploader.tasks()[0]).toMatchObject({ state: 'failed', problem: { status: 415 } });
    refuse = false;
    uploader.retry(1);
    await settled(uploader);
    expect([server.bytes === text, uploader.tasks()[0]?.state]).toEqual([true, 'done']);
  });

  test('cancels the upload on the server when the user stops the upload', async () => {
    const { server, uploader, done } = fixture();
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await expect.poll(() => server.asked, { interval: 1 }).toContain('upload_chunk');
    uploader.drop(1);
    await expect.poll(() => server.asked, { interval: 1 }).toContain('cancel_upload');
    expect([server.finished, done(), uploader.tasks()]).toEqual([false, 0, []]);
  });
});

describe('uploader after the page was closed', () => {
  const remembering = (): UnfinishedUploadStore & { kept: StoredUpload[] } => {
    const memory = {
      kept: [] as StoredUpload[],
      all: () => memory.kept,
      keep(one: StoredUpload) {
        memory.kept = [...memory.kept.filter((other) => other.session !== one.session), one];
      },
      forget(session: number) {
        memory.kept = memory.kept.filter((one) => one.session !== session);
      },
    };
    return memory;
  };
  const dated = (modified: number, bytes = text) => new File([bytes], 'a.jpg', { lastModified: modified });

  test('resumes when the same file is chosen, and starts a new upload for a different file with the same name', async () => {
    const memory = remembering();
    let pieces = 0;
    let broken = true;
    const { server, make, uploader } = fixture((path) => (broken && path === 'upload_chunk' && ++pieces > 2 ? 415 : null), memory);
    await uploader.add([dated(1)], { property_id: 1, media_type: 0 });
    await settled(uploader);
    const had = server.received;
    expect([had > 0, memory.kept.map((one) => one.session)]).toEqual([true, [7]]);
    broken = false;
    const later = make();
    await later.recall({ property_id: 2 });
    expect(later.tasks()).toEqual([]);
    await later.recall({ property_id: 1 });
    expect(later.tasks()).toMatchObject([{ state: 'lost', sent: had, name: 'a.jpg' }]);
    await later.add([dated(2)], { property_id: 1, media_type: 3 });
    expect(later.tasks().map((task) => task.state)[0]).toBe('lost');
    later.drop(2);
    server.asked.length = 0;
    await later.add([dated(1)], { property_id: 1, media_type: 0 });
    await settled(later);
    expect([server.bytes === text, server.finished, server.asked.includes('start_upload')]).toEqual([true, true, false]);
    expect(memory.kept).toEqual([]);
  });

  test('removes its record of an upload that the server has deleted', async () => {
    const memory = remembering();
    memory.keep({ session: 9, name: 'a.jpg', size: 1, file: { size: 1, modified: 1 }, target: { property_id: 1, media_type: 0 } });
    const { uploader } = fixture(() => 404, memory);
    await uploader.recall({ property_id: 1 });
    expect([uploader.tasks(), memory.kept]).toEqual([[], []]);
  });
});
