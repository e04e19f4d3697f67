import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson } from '#test/people.ts';

/** Staff limited by a team to one of two properties have no access to records of the other (issue 7, A8). */
let services: TestServices;
let app: FastifyInstance;
let token: string;
let near: Made;
let far: Made;
type Made = { property: number; lead: number; promotion: number; booking: number };

const grants = ['contacts', 'offers', 'featured_properties', 'units', 'property', 'invites', 'staff'].flatMap((document) =>
  ['read', 'create', 'edit', 'delete'].map((action) => `${document}.${action}`),
);
const company = (at: OwnerWithUnit) => at.owner.me.companyId ?? 0;

async function made(at: OwnerWithUnit, productId: number): Promise<Made> {
  const { db } = services.database;
  const listing_id = await addListing(services, at);
  const lead = { company_id: company(at), listing_id, property_id: at.property, name: 'Asker', phone: '+254712345678' };
  const days = { starts_at: new Date(), ends_at: new Date(Date.now() + 9e8) };
  const promotion = { company_id: company(at), name: 'Rent', discount_type: 1 as const, value: 500, ...days };
  const booked = {
    product_id: productId,
    listing_id,
    company_id: company(at),
    starts_on: '2030-01-01',
    ends_on: '2030-01-02',
    price_cents: toCents(100),
  };
  const ids = {
    lead: (await db.insertInto('lead').values(lead).returning('id').executeTakeFirstOrThrow()).id,
    promotion: (await db.insertInto('promotion').values(promotion).returning('id').executeTakeFirstOrThrow()).id,
    booking: (await db.insertInto('featured_booking').values(booked).returning('id').executeTakeFirstOrThrow()).id,
  };
  await db.insertInto('promotion_listing').values({ promotion_id: ids.promotion, listing_id }).execute();
  return { property: at.property, ...ids };
}

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  const { db } = services.database;
  const staff = await createPerson(services, 'staff', grants);
  const [one, other] = [await createOwnerWithUnit(services, staff), await createOwnerWithUnit(services, staff)];
  const product = { name: 'Home', placement: 'home' as const, day_cents: toCents(100) };
  const { id } = await db.insertInto('featured_product').values(product).returning('id').executeTakeFirstOrThrow();
  [near, far] = [await made(one, id), await made(other, id)];
  const values = { company_id: company(one), name: 'Near', limited: true };
  const team = await db.insertInto('team').values(values).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('team_member').values({ team_id: team.id, person_id: staff.id }).execute();
  await db.insertInto('team_property').values({ team_id: team.id, property_id: near.property }).execute();
  token = await signInForApiToken(app, staff);
});
afterAll(() => app.close());

const get = (path: string, query: string) => sendRequest(app, `/api/v2/${path}/?${query}`, { token });
const patch = (path: string, id: number, body: object) => sendRequest(app, `/api/v2/${path}/?id=${id}`, { method: 'PATCH', token, body });
const listed = async (path: string): Promise<number[]> => (await get(path, 'page=1')).json.results.map((row: { id: number }) => row.id);

test('staff restricted to some properties: see only records of these properties in lists', async () => {
  expect(await listed('lead/all_leads')).toEqual([near.lead]);
  expect(await listed('offers/all_offers')).toEqual([near.promotion]);
  expect(await listed('featured/all_bookings')).toEqual([near.booking]);
  const board = await get('lead/board', '');
  expect(board.json.stages.flatMap((stage: { results: { id: number }[] }) => stage.results.map((lead) => lead.id))).toEqual([near.lead]);
});

test('staff restricted to some properties: get 404 when reading or changing records of other properties', async () => {
  const asked = await Promise.all([
    get('lead/lead_details', `id=${far.lead}`),
    get('offers/offer_details', `id=${far.promotion}`),
    get('featured/booking_details', `id=${far.booking}`),
    get('lead/people', `id=${far.lead}`),
    patch('lead/update_lead', far.lead, { note: 'mine now' }),
    patch('lead/change_lead_status', far.lead, { move: 'contact' }),
    patch('offers/update_offer', far.promotion, { name: 'Mine now' }),
    patch('offers/change_offer_status', far.promotion, { move: 'schedule' }),
    patch('featured/change_booking_status', far.booking, { move: 'cancel' }),
  ]);
  expect(asked.map((answer) => answer.status)).toEqual(asked.map(() => 404));
});

test('staff restricted to some properties: can change records of these properties and records assigned to the staff member', async () => {
  expect((await patch('lead/update_lead', near.lead, { note: 'called' })).status).toBe(200);
  expect((await patch('offers/update_offer', near.promotion, { name: 'Rent less' })).status).toBe(200);
  const { db } = services.database;
  const staff = await db.selectFrom('team_member').select('person_id').executeTakeFirstOrThrow();
  await db.updateTable('lead').set({ assigned_to: staff.person_id }).where('id', '=', far.lead).execute();
  expect((await get('lead/lead_details', `id=${far.lead}`)).status).toBe(200);
  // Once it is passed to a colleague, it is no longer theirs.
  const { id } = await db.selectFrom('person').select('id').where('email', 'like', 'holder%').executeTakeFirstOrThrow();
  const passed = await patch('lead/update_lead', far.lead, { assigned_to: id });
  expect(passed, passed.text).toMatchObject({ status: 200, json: { id: far.lead, assigned: { id } } });
  expect((await get('lead/lead_details', `id=${far.lead}`)).status).toBe(404);
});

test('staff restricted to some properties: cannot remove all listings from a promotion and thereby lose access to the promotion', async () => {
  const emptied = await patch('offers/update_offer', near.promotion, { name: 'Nothing', listing_ids: [] });
  expect(emptied, emptied.text).toMatchObject({ status: 400, json: { fields: { listing_ids: expect.any(String) } } });
  const kept = await get('offers/offer_details', `id=${near.promotion}`);
  expect([kept.json.name, kept.json.listings]).toEqual(['Rent less', 1]);
});

test('staff restricted to some properties: get 404 when reading a promotion with a listing of another property', async () => {
  const { db } = services.database;
  const { listing_id } = await db
    .selectFrom('promotion_listing')
    .select('listing_id')
    .where('promotion_id', '=', far.promotion)
    .executeTakeFirstOrThrow();
  await db.insertInto('promotion_listing').values({ promotion_id: near.promotion, listing_id }).execute();
  expect((await get('offers/offer_details', `id=${near.promotion}`)).status).toBe(404);
});
