import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadCalls } from '#contract/lead/calls.ts';
import { makeApp } from '#server/app.ts';
import { openServices } from '#server/services.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';

/** A write may be sent twice, to two nodes, simultaneously, or after a rejection: under one key it is done once. */
let services: TestServices;
let nodes: FastifyInstance[];
let at: OwnerWithUnit;
let listing: number;
let token: string;

beforeAll(async () => {
  services = await createTestServices();
  const url = String((services.database.pool.options as { connectionString?: string }).connectionString);
  const other = openServices(services.env, url);
  nodes = [await makeApp(services, null), await makeApp(other, null)];
  at = await createOwnerWithUnit(services);
  listing = await addListing(services, at);
  token = await signInForApiToken(first(), at.owner);
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
});
const first = (): FastifyInstance => nodes[0] as FastifyInstance;

const lead = (name: string, key: string, node = first(), body: object = {}) =>
  sendRequest(node, leadCalls.create.path, {
    method: 'POST',
    token,
    headers: { 'idempotency-key': key },
    body: { listing_id: listing, name, phone: '0722 000 111', ...body },
  });
const leads = async (name: string) => (await services.database.db.selectFrom('lead').select('id').where('name', '=', name).execute()).length;

test('idempotency: 15 simultaneous requests with one key to two nodes take effect once and get the same answer', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => lead('Otieno', key, nodes[i % 2])));
  expect(answers.map((a) => a.status)).toEqual(Array(15).fill(200));
  expect(new Set(answers.map((a) => a.text)).size).toBe(1);
  expect(await leads('Otieno')).toBe(1);
  // Without a key each request is a new one.
  await lead('Otieno', randomUUID());
  expect(await leads('Otieno')).toBe(2);
});

test('idempotency: a reused key is rejected if the body or the person differs', async () => {
  const key = randomUUID();
  expect(await lead('Achieng', key)).toMatchObject({ status: 200 });
  expect(await lead('Achieng', key, first(), { phone: '0722 000 112' })).toMatchObject({ status: 422, json: { error: 'Unprocessable Content' } });
  const stranger = await createOwnerWithUnit(services);
  const theirs = await sendRequest(first(), leadCalls.create.path, {
    method: 'POST',
    token: await signInForApiToken(first(), stranger.owner),
    headers: { 'idempotency-key': key },
    body: { listing_id: listing, name: 'Achieng', phone: '0722 000 111' },
  });
  expect(theirs.status).toBe(404);
  expect(await leads('Achieng')).toBe(1);
});

test('idempotency: a caller without permission does not get the stored answer of a key', async () => {
  const key = randomUUID();
  expect(await lead('Kamau', key)).toMatchObject({ status: 200 });
  const again = await sendRequest(first(), leadCalls.create.path, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: { listing_id: listing, name: 'Kamau', phone: '0722 000 111' },
  });
  expect(again.status).toBe(401);
});

test('idempotency: the answer to a rejected request is not stored, so the same key works after the cause is corrected', async () => {
  const key = randomUUID();
  await services.database.db.updateTable('listing').set({ deleted_at: new Date() }).where('id', '=', listing).execute();
  expect((await lead('Njeri', key)).status).toBe(404);
  await services.database.db.updateTable('listing').set({ deleted_at: null }).where('id', '=', listing).execute();
  expect((await lead('Njeri', key)).status).toBe(200);
  expect(await leads('Njeri')).toBe(1);
});

test('idempotency: a key sent by a signed-out visitor must be a UUID', async () => {
  const enquire = (key: string) =>
    sendRequest(first(), leadCalls.enquire.path, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: { listing_id: listing, name: 'Wafula', phone: '0712 345 678', message: 'Is it free?' },
    });
  expect(await enquire('12345678')).toMatchObject({ status: 400, json: { fields: { 'Idempotency-Key': 'Enter a UUID.' } } });
  const key = randomUUID();
  expect([(await enquire(key)).status, (await enquire(key)).status]).toEqual([200, 200]);
  expect(await leads('Wafula')).toBe(1);
});
