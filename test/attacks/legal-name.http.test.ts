import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

const update = (token: string, body: object) => sendRequest(app, '/api/v2/accounts/owner/update_owner_details', { method: 'POST', token, body });
const statusOf = async ({ id }: Pick<TestPerson, 'id'>) =>
  (await services.database.db.selectFrom('person').select('verified_status').where('id', '=', id).executeTakeFirstOrThrow()).verified_status;

test.each([
  ['the company’s name', { company_name: 'Kenya Revenue Authority' }],
  ['its KRA PIN', { kra_pin: 'P051234567Q' }],
  ['its registration', { reg_no: 'PVT-1' }],
  ['the holder’s own name', { name: 'Somebody Else' }],
])('legal name: a verified owner who changes %s returns to pending verification', async (_, changes) => {
  const owner = await createPerson(services, 'owner');
  const token = await signInForApiToken(app, owner);
  // A field that has not been verified yet may be filled in.
  expect((await update(token, { kra_pin: 'A012345678Z', reg_no: 'PVT-0' })).json.verified_status).toBe('verified');
  const answer = await update(token, changes);
  expect([answer.status, answer.json.verified_status]).toEqual([200, 'pending']);
  expect((await sendRequest(app, '/api/v2/property/all_properties/?page=1', { token })).status).toBe(403);
  const moved = await services.database.db.selectFrom('move_log').select(['move', 'to_state']).where('subject_id', '=', owner.id).execute();
  expect(moved).toEqual([{ move: 'reset', to_state: 'pending' }]);
  expect((await listSentNotifications(services, 'account.status_changed')).filter(({ to }) => to.personId === owner.id)).toHaveLength(1);
});

test('legal name: a change returns all owners of the company to pending verification, but a new phone number or address does not', async () => {
  const owner = await createPerson(services, 'owner');
  const values = { name: 'Partner', email: 'partner@makao.test', user_type: 4, company_id: owner.me.companyId, verified_status: 'verified' as const };
  const partner = await services.database.db.insertInto('person').values(values).returning('id').executeTakeFirstOrThrow();
  const token = await signInForApiToken(app, owner);
  const own = (await sendRequest(app, '/api/v2/accounts/owner/get_owner_details/', { token })).json;
  const same = { name: own.name, company_name: own.company_details.name, kra_pin: own.company_details.kra_pin ?? '' };
  expect((await update(token, { ...same, phone: '0712345678', address: 'Moi Avenue' })).status).toBe(200);
  expect(await statusOf(owner)).toBe('verified');
  await update(token, { company_name: 'Another Ltd' });
  expect([await statusOf(owner), await statusOf(partner)]).toEqual(['pending', 'pending']);
});

test.each(['suspended', 'rejected'] as const)(
  'legal name: a %s owner cannot change the reviewed name but can change the phone number',
  async (verified_status) => {
    const owner = await createPerson(services, 'owner');
    const token = await signInForApiToken(app, owner);
    await services.database.db.updateTable('person').set({ verified_status }).where('id', '=', owner.id).execute();
    expect((await update(token, { company_name: 'Kenya Revenue Authority' })).status).toBe(403);
    expect((await update(token, { phone: '0712345678' })).status).toBe(200);
    expect(await statusOf(owner)).toBe(verified_status);
  },
);
