import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makeApp } from '#server/app.ts';
import { openHouse } from '#server/house.ts';
import { send, signedIn } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';
import { plan } from './deliver.ts';

/** Two nodes on one database: the second house has its own pool, its own secret file and its own listening connection. */
let first: { house: House; app: FastifyInstance; url: string };
let second: typeof first;
let reader: Somebody;
let other: Somebody;
const node = async (house: House) => {
  const app = await makeApp(house, null);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { house, app, url: `ws://127.0.0.1:${(app.server.address() as { port: number }).port}` };
};

type Heard = { data?: string; changed?: string };
function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers });
  const heard: { heading: string; id: number }[] = [];
  const rooms: string[] = [];
  socket.on('message', (raw) => {
    const { data, changed } = JSON.parse(String(raw)) as Heard;
    if (data !== undefined) heard.push(JSON.parse(data));
    if (changed !== undefined) rooms.push(changed);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return { socket, heard, rooms, closed, opened };
}
const until = (holds: () => boolean) => expect.poll(holds, { timeout: 30_000 }).toBe(true);
let n = 0;
/** A socket is in the hub a moment after it opened; a message is repeated (under a new key) with every ping until the first is heard. */
const ringUntilHeard = async (house: House, { socket, heard }: Pick<ReturnType<typeof connect>, 'socket' | 'heard'>) => {
  for (const before = heard.length; heard.length === before; ) {
    const stirred = Promise.race([once(socket, 'message'), once(socket, 'ping')]);
    await plan(house, { event: 'message.test', to: { personId: reader.id }, params: {}, key: `live${++n}` });
    await stirred;
  }
};

beforeAll(async () => {
  const settings = { AUTH_SECRET: 'one secret shared by all nodes of this test', WEBSOCKET_PING_SECONDS: '0.2' };
  const house = await freshHouse('bare', settings);
  reader = await somebody(house, 'tenant');
  other = await somebody(house, 'owner');
  const url = String((house.database.pool.options as { connectionString?: string }).connectionString);
  first = await node(house);
  second = await node(openHouse(house.env, url));
});
afterAll(async () => {
  await Promise.all([first.app.close(), second.app.close()]);
});

describe('who may listen', () => {
  test('nobody without a session, and nobody to somebody else', async () => {
    expect(await connect(`${first.url}/ws/notification/${reader.id}`).closed).toBe(4401);
    expect(await connect(`${first.url}/ws/notification/${reader.id}?token=nonsense`).closed).toBe(4401);
    const { cookie, token } = await signedIn(first.app, other.email);
    expect(await connect(`${first.url}/ws/notification/${reader.id}`, { cookie }).closed).toBe(4403);
    expect(await connect(`${first.url}/ws/notification/${reader.id}?token=${token}`).closed).toBe(4403);
    expect(await connect(`${first.url}/ws/notification/x`, { cookie }).closed).toBe(4403);
  });

  test('another site’s page cannot use our cookie', async () => {
    const { cookie } = await signedIn(first.app, reader.email);
    expect(await connect(`${first.url}/ws/notification/${reader.id}`, { cookie, origin: 'https://evil.test' }).closed).toBe(4401);
  });
});

test('a message crosses from one node to a socket of the other, once, as the specification shapes it', async () => {
  const { token } = await signedIn(second.app, reader.email);
  const live = connect(`${second.url}/ws/notification/${reader.id}?token=${token}`);
  const { socket, heard, opened } = live;
  await opened;
  await ringUntilHeard(first.house, live);
  expect(heard[0]).toMatchObject({
    heading: 'Test message',
    subject_name: '',
    message: 'Notifications reach you.',
    read: false,
    type: 'success',
    page: '/dashboard/tenant/notifications',
  });
  expect(new Set(heard.map((one) => one.id)).size).toBe(heard.length);
  // Somebody else's message is not for this socket: one that was sent after it has come, and it has not.
  await plan(first.house, { event: 'message.test', to: { personId: other.id }, params: {}, key: 'not-yours' });
  await ringUntilHeard(first.house, live);
  const { db } = first.house.database;
  const theirs = await db.selectFrom('notification').select('id').where('person_id', '=', other.id).executeTakeFirstOrThrow();
  expect(heard.map((one) => one.id)).not.toContain(theirs.id);
  socket.close();
});

describe('a socket ends with its session', () => {
  const open = async (who: Somebody) => {
    const signed = await signedIn(first.app, who.email);
    const live = connect(`${first.url}/ws/notification/${who.id}`, { cookie: signed.cookie });
    await live.opened;
    return { ...signed, ...live };
  };

  test('signed out: closed within a ping, while another session of the same person stays', async () => {
    const [leaving, staying] = [await open(reader), await open(reader)];
    const id = (await send(first.app, '/api/auth/csrf', { cookie: leaving.cookie })).json.csrfToken as string;
    await send(first.app, '/api/auth/signout', { method: 'POST', cookie: leaving.cookie, form: { csrfToken: id, json: 'true' } });
    expect(await leaving.closed).toBe(4401);
    await ringUntilHeard(second.house, staying);
    staying.socket.close();
  });

  test('disabled: closed within a ping', async () => {
    const live = await open(other);
    await first.house.database.db.updateTable('person').set({ is_active: false }).where('id', '=', other.id).execute();
    expect(await live.closed).toBe(4401);
  });

  test('one that no longer answers is dropped', async () => {
    const live = await open(reader);
    live.socket.pong = () => undefined;
    (live.socket as unknown as { _receiver: { removeAllListeners(name: string): void } })._receiver.removeAllListeners('ping');
    expect(await live.closed).toBe(1006);
  });
});

test('switched off there is no socket', async () => {
  const house = await freshHouse('bare', { WEBSOCKET: 'off' });
  const quiet = await node(house);
  await expect(connect(`${quiet.url}/ws/notification/1`).opened).rejects.toThrow();
  await quiet.app.close();
});

test('messages come in order of their arrival while the ear was open all along', async () => {
  const { token } = await signedIn(first.app, reader.email);
  const live = connect(`${first.url}/ws/notification/${reader.id}?token=${token}`);
  const { heard, opened, socket } = live;
  await opened;
  await ringUntilHeard(first.house, live);
  const numbered = () => heard.map((one) => one.heading).filter((heading) => heading.startsWith('No '));
  for (let at = 0; at < 5; at++)
    await plan(second.house, {
      event: 'message.broadcast',
      to: { personId: reader.id },
      params: { heading: `No ${at}`, message: 'x' },
      key: `row${at}`,
    });
  await until(() => numbered().length >= 5);
  expect(numbered()).toEqual(['No 0', 'No 1', 'No 2', 'No 3', 'No 4']);
  socket.close();
});

test('a person has ten sockets a node: the oldest goes, with a code after which it does not come back', async () => {
  const many = await somebody(first.house, 'tenant');
  const { token } = await signedIn(first.app, many.email);
  const sockets: ReturnType<typeof connect>[] = [];
  for (let i = 0; i < 12; i++) {
    const one = connect(`${first.url}/ws/notification/${many.id}?token=${token}`);
    await one.opened;
    sockets.push(one);
  }
  const ended = sockets.map(({ closed }, index) => closed.then((code) => [index, code]));
  const gone = await Promise.all([Promise.race(ended), Promise.race(ended).then(([index]) => Promise.race(ended.filter((_, i) => i !== index)))]);
  expect(gone.map(([, code]) => code)).toEqual([4429, 4429]);
  await until(() => sockets.filter(({ socket }) => socket.readyState === WebSocket.OPEN).length === 10);
  for (const { socket } of sockets) socket.terminate();
});
