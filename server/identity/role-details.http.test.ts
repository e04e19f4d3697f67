import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(async () => void (await app.close()));
const post = (path: string, token: string, body: object) => send(app, `/api/v2/accounts/${path}/`, { method: 'POST', token, body });

test('where rent goes is said in the wallet alone: what was told on joining is shown masked and changed nowhere else', async () => {
  const owner = await somebody(house, 'owner');
  const details = { payout: { by: 'mpesa', phone: '+254722000418' } };
  await house.database.db
    .insertInto('person_profile')
    .values({ person_id: owner.id, kind: 'owner', details: JSON.stringify(details) })
    .onConflict((oc) => oc.column('person_id').doUpdateSet({ details: JSON.stringify(details) }))
    .execute();
  const { token } = await signedIn(app, owner.email);
  const told = await send(app, '/api/v2/accounts/role_details/', { token });
  expect(told.json).toMatchObject({ payout: { by: 'mpesa', hint: '•••418' } });
  expect(told.text).not.toContain('722000418');
  expect((await post('change_payout', token, details)).status).toBe(404);
});

test('a tenant changes what they look for; what belongs to another role is refused', async () => {
  const tenant = await somebody(house, 'tenant');
  const { token } = await signedIn(app, tenant.email);
  expect((await post('change_wishes', token, { budget_cents: 2_500_000, areas: ['047'] })).json).toMatchObject({
    budget_cents: 2_500_000,
    areas: ['047'],
  });
  expect((await post('change_wishes', token, { areas: [] })).json).toMatchObject({ budget_cents: null, areas: [] });
  expect((await post('change_wishes', token, { areas: ['99'] })).status).toBe(400);
});
