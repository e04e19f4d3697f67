import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { leadCalls } from '#contract/lead/calls.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, reloadTestPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
const open: WebSocket[] = [];
beforeAll(async () => {
  services = await createTestServices('bare', { WEBSOCKET_PING_SECONDS: '0.2' });
  app = await makeApp(services, null);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await app.close();
});

/** The modules that the server reports as changed to this person's browser window from now on. */
async function watch(who: TestPerson): Promise<string[]> {
  const port = (app.server.address() as { port: number }).port;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notification/${who.id}?token=${await signInForApiToken(app, who)}`);
  open.push(socket);
  const modules: string[] = [];
  socket.on('message', (raw) => {
    const { changed } = JSON.parse(String(raw)) as { changed?: string };
    if (changed) modules.push(changed);
  });
  // A ping shows that the connection listens.
  await once(socket, 'ping');
  return modules;
}

async function colleague(of: TestPerson, grants: readonly string[]): Promise<TestPerson> {
  const staff = await createPerson(services, 'staff', grants);
  const { db } = services.database;
  const person = await db
    .updateTable('person')
    .set({ company_id: of.me.companyId })
    .where('id', '=', staff.id)
    .returning('staff_role_id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('staff_role')
    .set({ company_id: Number(of.me.companyId), name: `Role ${staff.id}` })
    .where('id', '=', Number(person.staff_role_id))
    .execute();
  return reloadTestPerson(services, staff);
}

test('live updates: a new enquiry refreshes the open lists of colleagues with permission to read enquiries, and no other lists', async () => {
  const [here, elsewhere] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
  const [listing, other] = [await addListing(services, here, { contact_id: here.owner.id }), await addListing(services, elsewhere)];
  const reads = await watch(await colleague(here.owner, ['contacts.read']));
  // A client reads everything once when its connection opens.
  await expect.poll(() => reads).toEqual(['lead', 'thread']);
  reads.length = 0;
  const mayNot = await watch(await colleague(here.owner, ['property.read']));
  const stranger = await watch(elsewhere.owner);
  const ask = (listing_id: number) =>
    sendRequest(app, leadCalls.enquire.path, { method: 'POST', body: { listing_id, name: 'Wanjiru', phone: '0712345678', message: 'Is it free?' } });
  expect((await ask(listing)).status).toBe(200);
  await expect.poll(() => reads).toEqual(['lead']);
  // The other company's enquiry is sent after the first one and is the only one reported to its window.
  expect((await ask(other)).status).toBe(200);
  await expect.poll(() => stranger).toEqual(['lead']);
  expect([reads, mayNot]).toEqual([['lead'], []]);
});
