import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { type Somebody, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

const update = (token: string, body: object) => send(app, '/api/v2/accounts/owner/update_owner_details', { method: 'POST', token, body });
const statusOf = async ({ id }: Pick<Somebody, 'id'>) =>
  (await house.database.db.selectFrom('person').select('verified_status').where('id', '=', id).executeTakeFirstOrThrow()).verified_status;

test.each([
  ['the company’s name', { company_name: 'Kenya Revenue Authority' }],
  ['its KRA PIN', { kra_pin: 'P051234567Q' }],
  ['its registration', { reg_no: 'PVT-1' }],
  ['the holder’s own name', { name: 'Somebody Else' }],
])('a verified owner who changes %s is looked at anew', async (_, changes) => {
  const owner = await somebody(house, 'owner');
  const token = await tokenFor(app, owner);
  // What nobody has looked at yet may be filled in.
  expect((await update(token, { kra_pin: 'A012345678Z', reg_no: 'PVT-0' })).json.verified_status).toBe('verified');
  const answer = await update(token, changes);
  expect([answer.status, answer.json.verified_status]).toEqual([200, 'pending']);
  expect((await send(app, '/api/v2/property/all_properties/?page=1', { token })).status).toBe(403);
  const moved = await house.database.db.selectFrom('move_log').select(['move', 'to_state']).where('subject_id', '=', owner.id).execute();
  expect(moved).toEqual([{ move: 'reset', to_state: 'pending' }]);
  expect((await told(house, 'account.status_changed')).filter(({ to }) => to.personId === owner.id)).toHaveLength(1);
});

test('whoever else holds the company is looked at with them; what is said again changes nothing, nor do phone and address', async () => {
  const owner = await somebody(house, 'owner');
  const values = { name: 'Partner', email: 'partner@makao.test', user_type: 4, company_id: owner.me.companyId, verified_status: 'verified' as const };
  const partner = await house.database.db.insertInto('person').values(values).returning('id').executeTakeFirstOrThrow();
  const token = await tokenFor(app, owner);
  const own = (await send(app, '/api/v2/accounts/owner/get_owner_details/', { token })).json;
  const same = { name: own.name, company_name: own.company_details.name, kra_pin: own.company_details.kra_pin ?? '' };
  expect((await update(token, { ...same, phone: '0712345678', address: 'Moi Avenue' })).status).toBe(200);
  expect(await statusOf(owner)).toBe('verified');
  await update(token, { company_name: 'Another Ltd' });
  expect([await statusOf(owner), await statusOf(partner)]).toEqual(['pending', 'pending']);
});

test.each(['suspended', 'rejected'] as const)('%s: the name stays as it was looked at, the phone does not', async (verified_status) => {
  const owner = await somebody(house, 'owner');
  const token = await tokenFor(app, owner);
  await house.database.db.updateTable('person').set({ verified_status }).where('id', '=', owner.id).execute();
  expect((await update(token, { company_name: 'Kenya Revenue Authority' })).status).toBe(403);
  expect((await update(token, { phone: '0712345678' })).status).toBe(200);
  expect(await statusOf(owner)).toBe(verified_status);
});
