import { Agent, get, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { createTestServices } from '#test/db.ts';

test('server shutdown: a running request is answered and its connection closed, so that the server stops promptly', async () => {
  const services = await createTestServices();
  const app = await makeApp(services, null);
  let began: () => void = () => undefined;
  let go: () => void = () => undefined;
  const inHand = new Promise<void>((resolve) => {
    began = resolve;
  });
  const allowed = new Promise<void>((resolve) => {
    go = resolve;
  });
  app.get('/slow', async () => {
    began();
    await allowed;
    return { ok: true };
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}/slow`, { agent }, (message) => {
      message.resume();
      resolve(message);
    }).on('error', reject);
  });
  await inHand;
  const closed = app.close();
  await new Promise(setImmediate);
  go();
  const message = await answer;
  expect([message.statusCode, message.headers.connection]).toEqual([200, 'close']);
  // A keep-alive connection holds the server open for 72 seconds; without closing it this line would only be reached then.
  await closed;
  agent.destroy();
  await services.database.close();
}, 30_000);
