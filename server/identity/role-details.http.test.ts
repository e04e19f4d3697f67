import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(async () => void (await app.close()));
const post = (path: string, token: string, body: object) => sendRequest(app, `/api/v2/accounts/${path}/`, { method: 'POST', token, body });

test('role details: show the payout account from onboarding masked, and refuse changes to that account', async () => {
  const owner = await createPerson(services, 'owner');
  const details = { payout: { by: 'mpesa', phone: '+254722000418' } };
  await services.database.db
    .insertInto('person_profile')
    .values({ person_id: owner.id, kind: 'owner', details: JSON.stringify(details) })
    .onConflict((oc) => oc.column('person_id').doUpdateSet({ details: JSON.stringify(details) }))
    .execute();
  const { token } = await signInOverHttp(app, owner.email);
  const told = await sendRequest(app, '/api/v2/accounts/role_details/', { token });
  expect(told.json).toMatchObject({ payout: { by: 'mpesa', hint: '•••418' } });
  expect(told.text).not.toContain('722000418');
  expect((await post('change_payout', token, details)).status).toBe(404);
});

test('role details: a tenant can edit search preferences but not details of another role', async () => {
  const tenant = await createPerson(services, 'tenant');
  const { token } = await signInOverHttp(app, tenant.email);
  expect((await post('change_wishes', token, { budget_cents: 2_500_000, areas: ['047'] })).json).toMatchObject({
    budget_cents: 2_500_000,
    areas: ['047'],
  });
  expect((await post('change_wishes', token, { areas: [] })).json).toMatchObject({ budget_cents: null, areas: [] });
  expect((await post('change_wishes', token, { areas: ['99'] })).status).toBe(400);
});
