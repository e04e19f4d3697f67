import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const unfit = ['Eve\r\nBcc: victim@example.com', 'Eve\tx', 'Eve\u0007', 'Eve\u2028x', 'evE\u202efdp.exe'];
test.each(unfit)('one-line fields: %j is rejected as a name with an error at the field', async (name) => {
  const at = await createOwnerWithUnit(services);
  const listing_id = await addListing(services, at);
  const enquiry = await sendRequest(app, '/api/v2/lead/enquire/', {
    method: 'POST',
    body: { listing_id, name, phone: '0711000333', message: 'a\nb' },
  });
  expect([enquiry.status, enquiry.json.fields]).toEqual([400, { name: 'Enter a single line without control characters.' }]);
  const token = await signInForApiToken(app, at.owner);
  const own = await sendRequest(app, '/api/v2/accounts/owner/update_owner_details', { method: 'POST', token, body: { name, company_name: name } });
  expect([own.status, Object.keys(own.json.fields)]).toEqual([400, ['name', 'company_name']]);
  const home = await sendRequest(app, `/api/v2/property/property_update/?id=${at.property}`, { method: 'PATCH', token, body: { name } });
  expect([home.status, Object.keys(home.json.fields)]).toEqual([400, ['name']]);
});

test('enquiry: a message with line breaks is accepted', async () => {
  const listing_id = await addListing(services, await createOwnerWithUnit(services));
  const body = { listing_id, name: 'Ng’ang’a Wairimũ', phone: '0711000333', message: 'Is it free?\nI come on Monday.' };
  expect((await sendRequest(app, '/api/v2/lead/enquire/', { method: 'POST', body })).status).toBe(200);
});

test('listing form: offers no properties to a person without properties', async () => {
  const at = await createOwnerWithUnit(services);
  await addListing(services, at);
  const ask = async (who: Parameters<typeof signInForApiToken>[1], more = '') =>
    sendRequest(app, `/api/v2/listing/choices/${more}`, { token: await signInForApiToken(app, who) });
  const tenant = await createPerson(services, 'tenant');
  expect((await ask(tenant)).json).toEqual({ properties: [], units: [], whole: null, deposit_months: 1, contacts: [] });
  expect((await ask(tenant, `?property_id=${at.property}`)).status).toBe(404);
  expect((await ask(at.owner)).json.properties).toHaveLength(1);
});
