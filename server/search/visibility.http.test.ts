import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchCalls } from '#contract/search/calls.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { type CreatedPublicListing, createPublicListing } from '#test/fixtures/offers.ts';

/** Every public endpoint, and every reason for which a listing is hidden from it. */
let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  await createPublicListing(services, { place: 'Kilimani' });
});
afterAll(async () => {
  await app.close();
  await services.database.close();
});

const reasons: Readonly<Record<string, (o: CreatedPublicListing) => string>> = {
  paused: (o) => `update listing set status = 'paused' where id = ${o.listingId}`,
  closed: (o) => `update listing set status = 'closed', closed_as = 'let' where id = ${o.listingId}`,
  'over the plan': (o) => `update listing set over_plan = true where id = ${o.listingId}`,
  deleted: (o) => `update listing set deleted_at = now() where id = ${o.listingId}`,
  'property unverified': (o) => `update property set status = 'expired' where id = ${o.propertyId}`,
  'property stalled': (o) => `update property set stalled = true where id = ${o.propertyId}`,
  'property archived': (o) => `update property set archived_at = now() where id = ${o.propertyId}`,
  'property deleted': (o) => `update property set deleted_at = now() where id = ${o.propertyId}`,
  'holder suspended': (o) => `update person set verified_status = 'suspended' where id = ${o.ownerId}`,
  'holder inactive': (o) => `update person set is_active = false where id = ${o.ownerId}`,
  'company inactive': (o) => `update company set is_active = false where id = ${o.companyId}`,
  'unit taken': (o) => `update unit set status = 'occupied' where id = ${o.unitId}`,
  'unit deleted': (o) => `update unit set deleted_at = now() where id = ${o.unitId}`,
};

/** The request to each endpoint that would find the listing if it were visible. */
const doors = (o: CreatedPublicListing): Record<keyof typeof searchCalls, string> => ({
  listings: '?size=60',
  facets: `?agent=${o.agentId}`,
  map: `?bbox=33.6,-5,42,5&zoom=16&agent=${o.agentId}`,
  suggest: `?q=Uniquely`,
  cards: `?ids=${o.listingId}`,
  compare: `?ids=${o.listingId}`,
  similar: `?id=${o.listingId}`,
  home: '',
  property: `?id=${o.propertyId}`,
  unit: `?id=${o.unitId}`,
  agents: '?q=Person',
  agent: `?id=${o.agentId}`,
});

test.each(Object.keys(reasons))(
  'hidden listing (%s): appears on no public endpoint, and its address returns 410 with similar listings',
  async (reason) => {
    const seen = await createPublicListing(services, {
      place: 'Kilimani',
      property: { name: `Uniquely ${reason}` },
      listing: { title: `Offer that is ${reason}` },
    });
    const ask = (name: keyof typeof searchCalls) => sendRequest(app, `${searchCalls[name].path}${doors(seen)[name]}`, { method: 'GET' });
    const names = Object.keys(searchCalls) as (keyof typeof searchCalls)[];
    for (const name of names) expect((await ask(name)).status, name).toBe(200);
    const marked = async (name: keyof typeof searchCalls) => (await ask(name)).text.includes(`Uniquely ${reason}`);
    for (const name of ['listings', 'suggest', 'cards', 'compare', 'home', 'property', 'unit'] as const) expect(await marked(name), name).toBe(true);

    await sql.raw(reasons[reason]?.(seen) ?? '').execute(services.database.db);
    for (const name of names) {
      const answer = await ask(name);
      expect(answer.text, name).not.toContain(`Uniquely ${reason}`);
      if (name === 'property' || name === 'unit')
        expect(answer).toMatchObject({ status: 410, json: { error: 'Gone', alternatives: [expect.any(Object)] } });
      else expect(answer.status, name).toBe(200);
      // The visitor who saved the listing gets only its title.
      if (name === 'cards' || name === 'compare')
        expect(answer.json).toMatchObject({ results: [], gone: [{ id: seen.listingId, title: `Offer that is ${reason}` }] });
      else expect(answer.text, name).not.toContain(`Offer that is ${reason}`);
      if (name === 'facets' || name === 'map') expect(answer.json.count).toBe(0);
    }
  },
);

test('never published listing: returns 404, and appears neither in results nor among removed listings', async () => {
  const draft = await createPublicListing(services, { listing: { status: 'draft', published_at: null, title: 'Secret draft' } });
  for (const name of ['property', 'unit', 'similar'] as const) {
    const answer = await sendRequest(app, `${searchCalls[name].path}${doors(draft)[name]}`, { method: 'GET' });
    expect(answer.status, name).toBe(404);
  }
  expect((await sendRequest(app, `${searchCalls.cards.path}?ids=${draft.listingId}`, { method: 'GET' })).json).toEqual({ results: [], gone: [] });
});

test('search with malicious parameters: returns 400 with the name of the field, or 200 without an error', async () => {
  const bow = '36,-1;37,-2;36,-2;37,-1';
  const refused = {
    min: '-1',
    max: 'NaN',
    beds: '9',
    baths: '1e309',
    bbox: '1,2,3',
    near: 'x,y,z',
    area: '1,2;3,4',
    type: 'steal',
    place: '1;drop table listing',
    size: '9999',
    page: '0',
    q: 'x'.repeat(10_000),
  };
  for (const [name, value] of Object.entries(refused)) {
    const answer = await sendRequest(app, `${searchCalls.listings.path}?${new URLSearchParams({ [name]: value })}`, { method: 'GET' });
    expect(answer.status, name).toBe(400);
    expect(Object.keys(answer.json.fields as object)[0], name).toMatch(new RegExp(`^${name}`));
  }
  for (const query of [
    `area=${bow}`,
    'min=99999999999&max=1',
    'place=1,2,3',
    "q=' or 1=1 --",
    'q=%25%25%25',
    'bbox=-180,-90,180,90',
    'near=89,179,100',
    'unit_type=x,y',
  ])
    expect((await sendRequest(app, `${searchCalls.listings.path}?${query}`, { method: 'GET' })).status, query).toBe(200);
});
