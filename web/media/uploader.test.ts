import { describe, expect, test } from 'vitest';
import { NoAnswer, Refused } from '#web/kernel/send.ts';
import { makeUploader } from './uploader.ts';

type Server = { received: number; size: number; bytes: string; finished: boolean; asked: string[] };

/** A server behind a line that does what it is told: `trouble` may throw before or after a piece has arrived. */
function world(trouble: (path: string, n: number) => 'before' | 'after' | number | null = () => null) {
  const server: Server = { received: 0, size: 0, bytes: '', finished: false, asked: [] };
  let n = 0;
  const answer = () => ({ id: 7, size: server.size, received: server.received, chunk_bytes: 1, expires_at: '' });
  const send = async (call: { path: string }, given: Record<string, unknown>) => {
    const path = call.path.split('/').at(-2) ?? '';
    server.asked.push(path);
    await new Promise((r) => setTimeout(r, 1));
    const bad = trouble(path, ++n);
    if (bad === 'before') throw new NoAnswer('gone');
    if (typeof bad === 'number') throw new Refused(bad, { error: 'No', message: 'no' });
    if (path === 'start_upload') server.size = given.size as number;
    if (path === 'upload_chunk') {
      if (given.at !== server.received) throw new Refused(409, { error: 'Conflict', message: 'x', received: server.received });
      const text = await (given.chunk as Blob).text();
      server.bytes += text;
      server.received += text.length;
    }
    if (path === 'finish_upload') {
      if (server.finished) throw new Refused(404, { error: 'Not Found', message: 'x' });
      server.finished = true;
    }
    if (bad === 'after') throw new NoAnswer('gone');
    return path === 'finish_upload' ? { id: 1 } : answer();
  };
  let done = 0;
  const waits: number[] = [];
  const uploader = makeUploader({
    send: send as never,
    wait: async (ms) => void waits.push(ms),
    done: () => {
      done += 1;
    },
  });
  return { server, uploader, waits, done: () => done };
}
const text = 'abcdefghij'.repeat(130_000);
const file = () => new File([text], 'a.jpg');
const settled = async (uploader: ReturnType<typeof makeUploader>) => {
  await expect.poll(() => uploader.tasks().every((task) => ['done', 'failed'].includes(task.state)), { interval: 2 }).toBe(true);
};

describe('a file on its way', () => {
  test('arrives whole over a good line', async () => {
    const { server, uploader, done } = world();
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await settled(uploader);
    expect([server.bytes === text, server.finished, done(), uploader.tasks()[0]?.state]).toEqual([true, true, 1, 'done']);
  });

  test('arrives whole over a bad one: pieces lost, answers lost, the last answer lost', async () => {
    const lost = ['before', null, 'after', null, 'after', 'before'] as const;
    const { server, uploader, waits } = world((path, n) =>
      path === 'finish_upload' ? (server.finished ? null : 'after') : (lost[n % lost.length] ?? null),
    );
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await settled(uploader);
    expect([server.bytes === text, server.finished, uploader.tasks()[0]?.state]).toEqual([true, true, 'done']);
    expect(waits.length).toBeGreaterThan(0);
  });

  test('a refusal ends it at once with what was said, and it can be tried again', async () => {
    let refuse = true;
    const { server, uploader } = world((path) => (refuse && path === 'upload_chunk' ? 415 : null));
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await settled(uploader);
    expect(uploader.tasks()[0]).toMatchObject({ state: 'failed', problem: { status: 415 } });
    refuse = false;
    uploader.retry(1);
    await settled(uploader);
    expect([server.bytes === text, uploader.tasks()[0]?.state]).toEqual([true, 'done']);
  });

  test('stopped, it is given up on the server too', async () => {
    const { server, uploader, done } = world();
    await uploader.add([file()], { property_id: 1, media_type: 0 });
    await expect.poll(() => server.asked, { interval: 1 }).toContain('upload_chunk');
    uploader.drop(1);
    await expect.poll(() => server.asked, { interval: 1 }).toContain('cancel_upload');
    expect([server.finished, done(), uploader.tasks()]).toEqual([false, 0, []]);
  });
});
