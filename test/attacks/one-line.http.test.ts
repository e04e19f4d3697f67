import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

const unfit = ['Eve\r\nBcc: victim@example.com', 'Eve\tx', 'Eve\u0007', 'Eve\u2028x', 'evE\u202efdp.exe'];
test.each(unfit)('%j is no name: the field is told', async (name) => {
  const at = await place(house);
  const listing_id = await addListing(house, at);
  const enquiry = await send(app, '/api/v2/lead/enquire/', { method: 'POST', body: { listing_id, name, phone: '0711000333', message: 'a\nb' } });
  expect([enquiry.status, enquiry.json.fields]).toEqual([400, { name: 'Write one line, without control characters' }]);
  const token = await tokenFor(app, at.owner);
  const own = await send(app, '/api/v2/accounts/owner/update_owner_details', { method: 'POST', token, body: { name, company_name: name } });
  expect([own.status, Object.keys(own.json.fields)]).toEqual([400, ['name', 'company_name']]);
  const home = await send(app, `/api/v2/property/property_update/?id=${at.property}`, { method: 'PATCH', token, body: { name } });
  expect([home.status, Object.keys(home.json.fields)]).toEqual([400, ['name']]);
});

test('what has several lines keeps them', async () => {
  const listing_id = await addListing(house, await place(house));
  const body = { listing_id, name: 'Ng’ang’a Wairimũ', phone: '0711000333', message: 'Is it free?\nI come on Monday.' };
  expect((await send(app, '/api/v2/lead/enquire/', { method: 'POST', body })).status).toBe(200);
});

test('whoever works on nothing has nothing to offer', async () => {
  const at = await place(house);
  await addListing(house, at);
  const ask = async (who: Parameters<typeof tokenFor>[1], more = '') =>
    send(app, `/api/v2/listing/choices/${more}`, { token: await tokenFor(app, who) });
  const tenant = await somebody(house, 'tenant');
  expect((await ask(tenant)).json).toEqual({ properties: [], units: [], whole: null, deposit_months: 1, contacts: [] });
  expect((await ask(tenant, `?property_id=${at.property}`)).status).toBe(404);
  expect((await ask(at.owner)).json.properties).toHaveLength(1);
});
