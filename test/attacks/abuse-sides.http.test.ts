import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
let reporter: TestPerson;
let owner: TestPerson;
let id = 0;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  const at = await createOwnerWithUnit(services);
  owner = at.owner;
  reporter = await createPerson(services, 'tenant');
  const body = { target: 'listing', target_id: await addListing(services, at, {}), reason: 'viewing_fee', body: 'A SECRET of the reporter' };
  const sent = await sendRequest(app, '/api/v2/abuse/report/', { method: 'POST', token: await signInForApiToken(app, reporter), body });
  expect(sent.status, sent.text).toBe(200);
  id = (await services.database.db.selectFrom('abuse_report').select('id').executeTakeFirstOrThrow()).id;
});
afterAll(() => app.close());

const says = 'Words of at least ten letters';
const doors = [
  ['answer', { answer: says }],
  ['appeal', { appeal: says }],
  ['revoke', undefined],
] as const;

test('complaint: people who are not a party to the complaint can neither find nor answer the complaint', async () => {
  for (const role of ['owner', 'agent', 'dealer', 'tenant'] as const) {
    const token = await signInForApiToken(app, await createPerson(services, role));
    for (const [path, body] of doors) {
      const { status } = await sendRequest(app, `/api/v2/abuse/${path}/?id=${id}`, { method: 'PATCH', token, ...(body ? { body } : {}) });
      expect([role, path, status]).toEqual([role, path, path !== 'revoke' && role === 'tenant' ? 403 : 404]);
    }
    expect((await sendRequest(app, '/api/v2/abuse/my_reports/?page=1', { token })).json.count).toBe(0);
    expect([403, 404]).toContain((await sendRequest(app, `/api/v2/abuse/report_details/?id=${id}`, { token })).status);
  }
});

test("complaint: the reported party sees neither the complainant nor the complaint's text, and the complainant does not see the response", async () => {
  const theirs = await sendRequest(app, '/api/v2/abuse/reports_about_us/?page=1', { token: await signInForApiToken(app, owner) });
  expect(theirs.json.count).toBe(1);
  expect(theirs.text).not.toContain('SECRET');
  expect(theirs.text).not.toContain('tenant');
  const token = await signInForApiToken(app, owner);
  const answered = await sendRequest(app, `/api/v2/abuse/answer/?id=${id}`, { method: 'PATCH', token, body: { answer: 'HIDDEN from the reporter' } });
  expect(answered.status, answered.text).toBe(200);
  const mine = await sendRequest(app, '/api/v2/abuse/my_reports/?page=1', { token: await signInForApiToken(app, reporter) });
  expect(mine.json.count).toBe(1);
  expect(mine.text).not.toContain('HIDDEN');
});
