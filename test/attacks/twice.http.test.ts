import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadCalls } from '#contract/lead/calls.ts';
import { makeApp } from '#server/app.ts';
import { openHouse } from '#server/house.ts';
import { send, tokenFor } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { addListing, type Place, place } from '#test/worlds/market.ts';

/** A write may arrive twice, at two nodes, at once, or after it was refused: under one key it is done once. */
let house: House;
let nodes: FastifyInstance[];
let at: Place;
let listing: number;
let token: string;

beforeAll(async () => {
  house = await freshHouse();
  const url = String((house.database.pool.options as { connectionString?: string }).connectionString);
  const other = openHouse(house.env, url);
  nodes = [await makeApp(house, null), await makeApp(other, null)];
  at = await place(house);
  listing = await addListing(house, at);
  token = await tokenFor(first(), at.owner);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
});
const first = (): FastifyInstance => nodes[0] as FastifyInstance;

const lead = (name: string, key: string, node = first(), body: object = {}) =>
  send(node, leadCalls.create.path, {
    method: 'POST',
    token,
    headers: { 'idempotency-key': key },
    body: { listing_id: listing, name, phone: '0722 000 111', ...body },
  });
const leads = async (name: string) => (await house.database.db.selectFrom('lead').select('id').where('name', '=', name).execute()).length;

test('15 at once, at two nodes: one effect, one answer', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => lead('Otieno', key, nodes[i % 2])));
  expect(answers.map((a) => a.status)).toEqual(Array(15).fill(200));
  expect(new Set(answers.map((a) => a.text)).size).toBe(1);
  expect(await leads('Otieno')).toBe(1);
  // Without a key each is another.
  await lead('Otieno', randomUUID());
  expect(await leads('Otieno')).toBe(2);
});

test('another body under the same key is refused, and so is another person’s answer', async () => {
  const key = randomUUID();
  expect(await lead('Achieng', key)).toMatchObject({ status: 200 });
  expect(await lead('Achieng', key, first(), { phone: '0722 000 112' })).toMatchObject({ status: 422, json: { error: 'Unprocessable Content' } });
  const stranger = await place(house);
  const theirs = await send(first(), leadCalls.create.path, {
    method: 'POST',
    token: await tokenFor(first(), stranger.owner),
    headers: { 'idempotency-key': key },
    body: { listing_id: listing, name: 'Achieng', phone: '0722 000 111' },
  });
  expect(theirs.status).toBe(404);
  expect(await leads('Achieng')).toBe(1);
});

test('rights come before the key: whoever lost them does not get the old answer', async () => {
  const key = randomUUID();
  expect(await lead('Kamau', key)).toMatchObject({ status: 200 });
  const again = await send(first(), leadCalls.create.path, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: { listing_id: listing, name: 'Kamau', phone: '0722 000 111' },
  });
  expect(again.status).toBe(401);
});

test('a refusal is not kept: the same key works once the reason is gone', async () => {
  const key = randomUUID();
  await house.database.db.updateTable('listing').set({ deleted_at: new Date() }).where('id', '=', listing).execute();
  expect((await lead('Njeri', key)).status).toBe(404);
  await house.database.db.updateTable('listing').set({ deleted_at: null }).where('id', '=', listing).execute();
  expect((await lead('Njeri', key)).status).toBe(200);
  expect(await leads('Njeri')).toBe(1);
});

test('a stranger’s key must be one nobody guesses', async () => {
  const enquire = (key: string) =>
    send(first(), leadCalls.enquire.path, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: { listing_id: listing, name: 'Wafula', phone: '0712 345 678', message: 'Is it free?' },
    });
  expect(await enquire('12345678')).toMatchObject({ status: 400, json: { fields: { 'Idempotency-Key': 'This must be a UUID' } } });
  const key = randomUUID();
  expect([(await enquire(key)).status, (await enquire(key)).status]).toEqual([200, 200]);
  expect(await leads('Wafula')).toBe(1);
});
