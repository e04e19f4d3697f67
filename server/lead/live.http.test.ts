import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { leadCalls } from '#contract/lead/calls.ts';
import { makeApp } from '#server/app.ts';
import { send, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { asNow, type Somebody, somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';

let house: House;
let app: FastifyInstance;
const open: WebSocket[] = [];
beforeAll(async () => {
  house = await freshHouse('bare', { WEBSOCKET_PING_SECONDS: '0.2' });
  app = await makeApp(house, null);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const socket of open) socket.terminate();
  await app.close();
});

/** The rooms somebody's window is told have changed, from now on. */
async function watch(who: Somebody): Promise<string[]> {
  const port = (app.server.address() as { port: number }).port;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notification/${who.id}?token=${await tokenFor(app, who)}`);
  open.push(socket);
  const rooms: string[] = [];
  socket.on('message', (raw) => {
    const { changed } = JSON.parse(String(raw)) as { changed?: string };
    if (changed) rooms.push(changed);
  });
  // Whoever is pinged is listening.
  await once(socket, 'ping');
  return rooms;
}

async function colleague(of: Somebody, grants: readonly string[]): Promise<Somebody> {
  const staff = await somebody(house, 'staff', grants);
  const { db } = house.database;
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
  return asNow(house, staff);
}

test('an enquiry makes the open lists of every colleague who may read enquiries stale at once, and nobody else’s', async () => {
  const [here, elsewhere] = [await place(house), await place(house)];
  const [listing, other] = [await addListing(house, here, { contact_id: here.owner.id }), await addListing(house, elsewhere)];
  const reads = await watch(await colleague(here.owner, ['contacts.read']));
  // The ear has opened: everybody there reads once.
  await expect.poll(() => reads).toEqual(['lead', 'thread']);
  reads.length = 0;
  const mayNot = await watch(await colleague(here.owner, ['property.read']));
  const stranger = await watch(elsewhere.owner);
  const ask = (listing_id: number) =>
    send(app, leadCalls.enquire.path, { method: 'POST', body: { listing_id, name: 'Wanjiru', phone: '0712345678', message: 'Is it free?' } });
  expect((await ask(listing)).status).toBe(200);
  await expect.poll(() => reads).toEqual(['lead']);
  // Theirs comes after ours, and was the only one they heard of.
  expect((await ask(other)).status).toBe(200);
  await expect.poll(() => stranger).toEqual(['lead']);
  expect([reads, mayNot]).toEqual([['lead'], []]);
});
