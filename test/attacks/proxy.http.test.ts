import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { createTestServices } from '#test/db.ts';

/** Sends requests over a socket, because an in-process request has no proxy and no address of its own. */
const statusOver = (port: number, forwarded: string): Promise<number> =>
  new Promise((resolve, reject) =>
    request({ port, host: '127.0.0.1', path: '/api/auth/session', headers: { 'x-forwarded-for': forwarded }, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end(),
  );

/** The proxy writes the last address; all earlier ones are from the visitor. */
const forged = (n: number) => `203.0.113.${n}, 198.51.100.7`;

test('proxy: a forged X-Forwarded-For header does not make one visitor count as several visitors', async () => {
  const app = await makeApp(await createTestServices('bare', { TRUST_PROXY: '1', RATE_LIMIT: '3' }), null);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const statuses: number[] = [];
  for (let n = 1; n <= 5; n++) statuses.push(await statusOver(port, forged(n)));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await statusOver(port, '198.51.100.8'), 'another visitor').toBe(200);
  await app.close();
});

test("proxy: behind two proxies, the second-to-last forwarded address is used as the client's address", async () => {
  const app = await makeApp(await createTestServices('bare', { TRUST_PROXY: '2', RATE_LIMIT: '2' }), null);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const statuses: number[] = [];
  for (let n = 1; n <= 3; n++) statuses.push(await statusOver(port, `${forged(n)}, 10.0.0.1`));
  expect(statuses).toEqual([200, 200, 429]);
  await app.close();
});

test.each([
  ['unknown', '127.0.0.1'],
  ['x'.repeat(1100), '127.0.0.1'],
  ['203.0.113.5, unknown', '127.0.0.1'],
  ['8.8.8.8:1234', '8.8.8.8'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
])("proxy: the forwarded value %.20s is used as the client's address only if the value is an IP address", async (forwarded, address) => {
  const app = await makeApp(await createTestServices('bare', { TRUST_PROXY: '1' }), null);
  app.get('/whose', async (request) => ({ ip: request.ip }));
  const { ip } = (await app.inject({ url: '/whose', remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': forwarded } })).json<{ ip: string }>();
  expect(ip).toBe(address);
  await app.close();
});
