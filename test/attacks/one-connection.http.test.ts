import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadCalls } from '#contract/lead/calls.ts';
import { familyCalls } from '#contract/people/calls.ts';
import { makeApp } from '#server/app.ts';
import { send, tokenFor } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { examples } from '#test/examples.ts';
import { inTransaction, somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';

/** Many at once on few connections: each write holds one and asks for no second, so nobody waits for ever. */
let house: House;
let app: FastifyInstance;

beforeAll(async () => {
  house = await freshHouse('bare', { DATABASE_POOL: '3' });
  app = await makeApp(house, null);
});
afterAll(async () => {
  await app.close();
});

test('20 enquiries of strangers at once on 3 connections are all answered', async () => {
  const listing_id = await addListing(house, await place(house));
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
  expect(await house.database.db.selectFrom('lead').select('id').where('listing_id', '=', listing_id).execute()).toHaveLength(20);
});

test('8 owners uploading at once on 3 connections lose nothing', async () => {
  const call = familyCalls.owner.picture;
  const given = await examples['people_owner.picture']?.(house);
  const tokens = await Promise.all(Array.from({ length: 8 }, async () => tokenFor(app, await somebody(house, 'owner'))));
  const answers = await Promise.all(
    tokens.map((token) =>
      send(app, call.path, {
        method: 'POST',
        token,
        upload: { field: call.upload.field, data: (given as Record<string, Uint8Array>)[call.upload.field], name: 'a.png' },
      }),
    ),
  );
  expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200));
});

test('a second connection inside of a transaction is refused here, so that no test passes over one', async () => {
  const second = inTransaction(house, null, () => house.database.db.selectFrom('person').select('id').execute());
  await expect(second).rejects.toThrow('asks for a second one');
  const beside = inTransaction(house, null, () => house.database.pool.query('select 1'));
  await expect(beside).rejects.toThrow('asks for a second one');
});
