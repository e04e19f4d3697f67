import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadCalls } from '#contract/lead/calls.ts';
import { familyCalls } from '#contract/people/calls.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { callExamples } from '#test/examples.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, runAsPerson } from '#test/people.ts';

/** Many simultaneous writes on few connections. Each write holds one connection and needs no second, so no write is blocked forever. */
let services: TestServices;
let app: FastifyInstance;

beforeAll(async () => {
  services = await createTestServices('bare', { DATABASE_POOL: '3' });
  app = await makeApp(services, null);
});
afterAll(async () => {
  await app.close();
});

test('connection pool: 20 simultaneous anonymous enquiries on 3 connections are all answered', async () => {
  const listing_id = await addListing(services, await createOwnerWithUnit(services));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      app.inject({
        method: 'POST',
        url: leadCalls.enquire.path,
        remoteAddress: `10.0.0.${i + 1}`,
        payload: { listing_id, name: 'Wanjiru', phone: `07123456${10 + i}`, message: 'Is it free?' },
      }),
    ),
  );
  expect(answers.map((a) => a.statusCode)).toEqual(Array(20).fill(200));
  expect(await services.database.db.selectFrom('lead').select('id').where('listing_id', '=', listing_id).execute()).toHaveLength(20);
});

test('connection pool: 8 simultaneous uploads by owners on 3 connections all succeed', async () => {
  const call = familyCalls.owner.picture;
  const given = await callExamples['people_owner.picture']?.(services);
  const tokens = await Promise.all(Array.from({ length: 8 }, async () => signInForApiToken(app, await createPerson(services, 'owner'))));
  const answers = await Promise.all(
    tokens.map((token) =>
      sendRequest(app, call.path, {
        method: 'POST',
        token,
        upload: { field: call.upload.field, data: (given as Record<string, Uint8Array>)[call.upload.field], name: 'a.png' },
      }),
    ),
  );
  expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200));
});

test('connection pool: the test guard detects a second connection inside a transaction', async () => {
  const second = runAsPerson(services, null, () => services.database.db.selectFrom('person').select('id').execute());
  await expect(second).rejects.toThrow('requests a second one');
  const beside = runAsPerson(services, null, () => services.database.pool.query('select 1'));
  await expect(beside).rejects.toThrow('requests a second one');
});
