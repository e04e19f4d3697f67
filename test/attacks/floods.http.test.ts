import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { writeDigests } from '#server/notification/digest.ts';
import { send, tokenFor } from '#test/client.ts';
import { setClock } from '#test/clock.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { drain } from '#test/jobs.ts';
import { somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse('bare', { TRUST_PROXY: '1' });
  app = await makeApp(house, null);
});
afterAll(() => app.close());
beforeEach(() => house.database.db.deleteFrom('throttle').execute());

const offer = async () => {
  const at = await place(house);
  return { ...at, listing: await addListing(house, at) };
};
/** What became of the mails to somebody, by state. */
async function mailsTo(person_id: number): Promise<Record<string, number>> {
  const rows = await house.database.db
    .selectFrom('notification_delivery')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .where('person_id', '=', person_id)
    .where('channel', '=', 'email')
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
}
const bells = async (person_id: number) =>
  (await house.database.db.selectFrom('notification').select('id').where('person_id', '=', person_id).execute()).length;

test('a person has one open report of one thing, also when eight come at once', async () => {
  const { listing } = await offer();
  const token = await tokenFor(app, await somebody(house, 'tenant'));
  const body = { target: 'listing', target_id: listing, reason: 'fake_listing', body: 'This is fake indeed' };
  const report = () => send(app, '/api/v2/abuse/report/', { method: 'POST', token, body });
  const answers = await Promise.all(Array.from({ length: 8 }, report));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.message).toBe('You have reported this already, and the report is still open');
  const rows = await house.database.db.selectFrom('abuse_report').select('id').where('listing_id', '=', listing).execute();
  expect(rows).toHaveLength(1);
  const [row] = rows;
  expect((await send(app, `/api/v2/abuse/revoke/?id=${row?.id}`, { method: 'PATCH', token })).status).toBe(200);
  expect((await report()).status, 'what was taken back may be said again').toBe(200);
});

test('the platform gets one mail an hour about one offer, and one that gathers the rest; the bell rings for each', async () => {
  const admin = await somebody(house, 'admin');
  const { listing } = await offer();
  for (let n = 0; n < 5; n++) {
    const token = await tokenFor(app, await somebody(house, 'tenant'));
    const body = { target: 'listing', target_id: listing, reason: 'fake_listing', body: 'This is fake indeed' };
    expect((await send(app, '/api/v2/abuse/report/', { method: 'POST', token, body })).status).toBe(200);
  }
  await drain(house);
  expect([await mailsTo(admin.id), await bells(admin.id)]).toEqual([{ sent: 1, bundled: 4 }, 5]);
  await setClock(house, new Date(Date.now() + 3_700_000).toISOString());
  expect(await writeDigests(house.database.db, house.env)).toBe(1);
  await setClock(house, null);
  const digest = await house.database.db.selectFrom('notification_delivery').select('payload').where('event', '=', 'message.digest').execute();
  expect(digest).toHaveLength(1);
});

test('whoever has one IPv6 address has its network, and is counted as one', async () => {
  const { listing } = await offer();
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const body = { listing_id: listing, name: 'Asha', phone: `07110001${String(n).padStart(2, '0')}`, message: 'Is it free?' };
    const headers = { 'x-forwarded-for': `2001:db8:1:2::${n + 1}` };
    statuses.push((await send(app, '/api/v2/lead/enquire/', { method: 'POST', body, headers })).status);
  }
  expect(statuses.slice(9)).toEqual([200, 429, 429]);
});

test('forty who ask about one offer are kept and ring; the contact gets six mails and the rest in one', async () => {
  const { listing, owner } = await offer();
  for (let n = 0; n < 40; n++) {
    const body = { listing_id: listing, name: 'Asha', phone: `07110002${String(n).padStart(2, '0')}`, message: 'Is it free?' };
    const headers = { 'x-forwarded-for': `41.90.1.${n}` };
    expect((await send(app, '/api/v2/lead/enquire/', { method: 'POST', body, headers })).status).toBe(200);
  }
  await drain(house);
  expect(await house.database.db.selectFrom('lead').select('id').where('listing_id', '=', listing).execute()).toHaveLength(40);
  expect([await mailsTo(owner.id), await bells(owner.id)]).toEqual([{ sent: 6, bundled: 34 }, 40]);
});
