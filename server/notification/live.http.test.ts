import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makeApp } from '#server/app.ts';
import { openServices } from '#server/services.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { planNotificationDelivery } from './deliver.ts';

/** Two nodes with one database: the second has its own pool, secret file and listening connection. */
let first: { services: TestServices; app: FastifyInstance; url: string };
let second: typeof first;
let reader: TestPerson;
let other: TestPerson;
const node = async (services: TestServices) => {
  const app = await makeApp(services, null);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { services, app, url: `ws://127.0.0.1:${(app.server.address() as { port: number }).port}` };
};

type Heard = { data?: string; changed?: string };
function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers });
  const heard: { heading: string; id: number }[] = [];
  const modules: string[] = [];
  socket.on('message', (raw) => {
    const { data, changed } = JSON.parse(String(raw)) as Heard;
    if (data !== undefined) heard.push(JSON.parse(data));
    if (changed !== undefined) modules.push(changed);
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('open', resolve);
    socket.on('error', reject);
  });
  return { socket, heard, modules, closed, opened };
}
const until = (holds: () => boolean) => expect.poll(holds, { timeout: 30_000 }).toBe(true);
let n = 0;
/** A socket is registered shortly after it opens, so the message is repeated under a new key until the first one arrives. */
const ringUntilHeard = async (services: TestServices, { socket, heard }: Pick<ReturnType<typeof connect>, 'socket' | 'heard'>) => {
  for (const before = heard.length; heard.length === before; ) {
    const stirred = Promise.race([once(socket, 'message'), once(socket, 'ping')]);
    await planNotificationDelivery(services, { event: 'message.test', to: { personId: reader.id }, params: {}, key: `live${++n}` });
    await stirred;
  }
};

beforeAll(async () => {
  const settings = { AUTH_SECRET: 'one secret shared by all nodes of this test', WEBSOCKET_PING_SECONDS: '0.2' };
  const services = await createTestServices('bare', settings);
  reader = await createPerson(services, 'tenant');
  other = await createPerson(services, 'owner');
  const url = String((services.database.pool.options as { connectionString?: string }).connectionString);
  first = await node(services);
  second = await node(openServices(services.env, url));
});
afterAll(async () => {
  await Promise.all([first.app.close(), second.app.close()]);
});

describe('live socket: access', () => {
  test('refuses visitors without a session, and access to the socket of another person', async () => {
    expect(await connect(`${first.url}/ws/notification/${reader.id}`).closed).toBe(4401);
    expect(await connect(`${first.url}/ws/notification/${reader.id}?token=nonsense`).closed).toBe(4401);
    const { cookie, token } = await signInOverHttp(first.app, other.email);
    expect(await connect(`${first.url}/ws/notification/${reader.id}`, { cookie }).closed).toBe(4403);
    expect(await connect(`${first.url}/ws/notification/${reader.id}?token=${token}`).closed).toBe(4403);
    expect(await connect(`${first.url}/ws/notification/x`, { cookie }).closed).toBe(4403);
  });

  test('refuses a session cookie sent from a page of another site', async () => {
    const { cookie } = await signInOverHttp(first.app, reader.email);
    expect(await connect(`${first.url}/ws/notification/${reader.id}`, { cookie, origin: 'https://evil.test' }).closed).toBe(4401);
  });
});

test('live socket: delivers a message from another server node once, in the specified format', async () => {
  const { token } = await signInOverHttp(second.app, reader.email);
  const live = connect(`${second.url}/ws/notification/${reader.id}?token=${token}`);
  const { socket, heard, opened } = live;
  await opened;
  await ringUntilHeard(first.services, live);
  expect(heard[0]).toMatchObject({
    heading: 'Test message',
    subject_name: '',
    message: 'Your notifications work.',
    read: false,
    type: 'success',
    page: '/dashboard/tenant/notifications',
  });
  expect(new Set(heard.map((one) => one.id)).size).toBe(heard.length);
  // A later message has arrived, and the message to the other person has not.
  await planNotificationDelivery(first.services, { event: 'message.test', to: { personId: other.id }, params: {}, key: 'not-yours' });
  await ringUntilHeard(first.services, live);
  const { db } = first.services.database;
  const theirs = await db.selectFrom('notification').select('id').where('person_id', '=', other.id).executeTakeFirstOrThrow();
  expect(heard.map((one) => one.id)).not.toContain(theirs.id);
  socket.close();
});

describe('live socket at the end of a session', () => {
  const open = async (who: TestPerson) => {
    const signed = await signInOverHttp(first.app, who.email);
    const live = connect(`${first.url}/ws/notification/${who.id}`, { cookie: signed.cookie });
    await live.opened;
    return { ...signed, ...live };
  };

  test("closes within one ping after sign-out, while the socket of the person's other session stays connected", async () => {
    const [leaving, staying] = [await open(reader), await open(reader)];
    const id = (await sendRequest(first.app, '/api/auth/csrf', { cookie: leaving.cookie })).json.csrfToken as string;
    await sendRequest(first.app, '/api/auth/signout', { method: 'POST', cookie: leaving.cookie, form: { csrfToken: id, json: 'true' } });
    expect(await leaving.closed).toBe(4401);
    await ringUntilHeard(second.services, staying);
    staying.socket.close();
  });

  test('closes within one ping after the account is disabled', async () => {
    const live = await open(other);
    await first.services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', other.id).execute();
    expect(await live.closed).toBe(4401);
  });

  test('closes when the client no longer answers pings', async () => {
    const live = await open(reader);
    live.socket.pong = () => undefined;
    (live.socket as unknown as { _receiver: { removeAllListeners(name: string): void } })._receiver.removeAllListeners('ping');
    expect(await live.closed).toBe(1006);
  });
});

test('live socket: is unavailable when the setting WEBSOCKET is off', async () => {
  const services = await createTestServices('bare', { WEBSOCKET: 'off' });
  const quiet = await node(services);
  await expect(connect(`${quiet.url}/ws/notification/1`).opened).rejects.toThrow();
  await quiet.app.close();
});

test('live socket: delivers messages in their order while the database listener is connected', async () => {
  const { token } = await signInOverHttp(first.app, reader.email);
  const live = connect(`${first.url}/ws/notification/${reader.id}?token=${token}`);
  const { heard, opened, socket } = live;
  await opened;
  await ringUntilHeard(first.services, live);
  const numbered = () => heard.map((one) => one.heading).filter((heading) => heading.startsWith('No '));
  for (let at = 0; at < 5; at++)
    await planNotificationDelivery(second.services, {
      event: 'message.broadcast',
      to: { personId: reader.id },
      params: { heading: `No ${at}`, message: 'x' },
      key: `row${at}`,
    });
  await until(() => numbered().length >= 5);
  expect(numbered()).toEqual(['No 0', 'No 1', 'No 2', 'No 3', 'No 4']);
  socket.close();
});

test('live sockets: a person may have ten per server node, and one more closes the oldest with a code that prevents reconnection', async () => {
  const many = await createPerson(first.services, 'tenant');
  const { token } = await signInOverHttp(first.app, many.email);
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
