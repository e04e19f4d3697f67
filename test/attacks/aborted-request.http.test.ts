import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { makeLogger } from '#server/http/log.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';

let services: TestServices;
const lines: { level: number; msg: string; err?: { message: string } }[] = [];
beforeAll(async () => {
  const quiet = await createTestServices();
  const log = makeLogger({ ...quiet.env, LOG_LEVEL: 'info' }, { write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
  services = { ...quiet, log };
});

const json = 'POST /api/v2/lead/enquire/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"listing_id"';
async function listening(): Promise<{ app: FastifyInstance; half: (sent: string) => Promise<Socket> }> {
  const app = await makeApp(services, null);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  /** Resolves once the server has read it. */
  const half = async (sent: string): Promise<Socket> => {
    const read = new Promise<void>((resolve) => app.server.once('connection', (there: Socket) => there.once('data', () => setImmediate(resolve))));
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(sent);
    await read;
    return socket;
  };
  return { app, half };
}

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: loc'],
  ['a body', json],
])(
  'server shutdown: is not blocked by a client that has sent only part of %s',
  async (_, sent) => {
    const { app, half } = await listening();
    const socket = await half(sent);
    const over = new Promise((resolve) => socket.once('close', resolve));
    // An idle connection like this is closed after its time limit, within the time limit of this test.
    await app.close();
    await over;
  },
  20_000,
);

test('aborted request: is not logged as a server error', async () => {
  const { app, half } = await listening();
  lines.length = 0;
  const socket = await half(json);
  socket.destroy();
  await expect.poll(() => lines.some(({ err }) => err?.message === 'aborted')).toBe(true);
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  await app.close();
});
