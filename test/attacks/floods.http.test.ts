import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { writeDigests } from '#server/notification/digest.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import { setClock } from '#test/clock.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices('bare', { TRUST_PROXY: '1' });
  app = await makeApp(services, null);
});
afterAll(() => app.close());
beforeEach(() => services.database.db.deleteFrom('throttle').execute());

const offer = async () => {
  const at = await createOwnerWithUnit(services);
  return { ...at, listing: await addListing(services, at) };
};
/** The mails to a person, counted by state. */
async function mailsTo(person_id: number): Promise<Record<string, number>> {
  const rows = await services.database.db
    .selectFrom('notification_delivery')
    .select(['state', (eb) => eb.fn.countAll<number>().as('n')])
    .where('person_id', '=', person_id)
    .where('channel', '=', 'email')
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, n }) => [state, Number(n)]));
}
const bells = async (person_id: number) =>
  (await services.database.db.selectFrom('notification').select('id').where('person_id', '=', person_id).execute()).length;

test('complaints: eight simultaneous complaints by one person about one subject create a single open complaint', async () => {
  const { listing } = await offer();
  const token = await signInForApiToken(app, await createPerson(services, 'tenant'));
  const body = { target: 'listing', target_id: listing, reason: 'fake_listing', body: 'This is fake indeed' };
  const report = () => sendRequest(app, '/api/v2/abuse/report/', { method: 'POST', token, body });
  const answers = await Promise.all(Array.from({ length: 8 }, report));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.json.message).toBe(
    'Your earlier complaint about this subject is still open. See it under My complaints.',
  );
  const rows = await services.database.db.selectFrom('abuse_report').select('id').where('listing_id', '=', listing).execute();
  expect(rows).toHaveLength(1);
  const [row] = rows;
  expect((await sendRequest(app, `/api/v2/abuse/revoke/?id=${row?.id}`, { method: 'PATCH', token })).status).toBe(200);
  expect((await report()).status, 'what was taken back may be said again').toBe(200);
});

test('complaints: staff get one mail per listing and hour plus a summary, and one notification per complaint', async () => {
  const admin = await createPerson(services, 'admin');
  const { listing } = await offer();
  for (let n = 0; n < 5; n++) {
    const token = await signInForApiToken(app, await createPerson(services, 'tenant'));
    const body = { target: 'listing', target_id: listing, reason: 'fake_listing', body: 'This is fake indeed' };
    expect((await sendRequest(app, '/api/v2/abuse/report/', { method: 'POST', token, body })).status).toBe(200);
  }
  await runQueuedJobs(services);
  expect([await mailsTo(admin.id), await bells(admin.id)]).toEqual([{ sent: 1, bundled: 4 }, 5]);
  await setClock(services, new Date(Date.now() + 3_700_000).toISOString());
  expect(await writeDigests(services.database.db, services.env)).toBe(1);
  await setClock(services, null);
  const digest = await services.database.db.selectFrom('notification_delivery').select('payload').where('event', '=', 'message.digest').execute();
  expect(digest).toHaveLength(1);
});

test('rate limits: all addresses of one IPv6 network count as one client', async () => {
  const { listing } = await offer();
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const body = { listing_id: listing, name: 'Asha', phone: `07110001${String(n).padStart(2, '0')}`, message: 'Is it free?' };
    const headers = { 'x-forwarded-for': `2001:db8:1:2::${n + 1}` };
    statuses.push((await sendRequest(app, '/api/v2/lead/enquire/', { method: 'POST', body, headers })).status);
  }
  expect(statuses.slice(9)).toEqual([200, 429, 429]);
});

test("enquiries: forty enquiries about one listing are all stored, and the listing's contact gets six mails and one summary", async () => {
  const { listing, owner } = await offer();
  for (let n = 0; n < 40; n++) {
    const body = { listing_id: listing, name: 'Asha', phone: `07110002${String(n).padStart(2, '0')}`, message: 'Is it free?' };
    const headers = { 'x-forwarded-for': `41.90.1.${n}` };
    expect((await sendRequest(app, '/api/v2/lead/enquire/', { method: 'POST', body, headers })).status).toBe(200);
  }
  await runQueuedJobs(services);
  expect(await services.database.db.selectFrom('lead').select('id').where('listing_id', '=', listing).execute()).toHaveLength(40);
  expect([await mailsTo(owner.id), await bells(owner.id)]).toEqual([{ sent: 6, bundled: 34 }, 40]);
});
