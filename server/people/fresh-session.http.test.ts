import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, testPassword } from '#test/people.ts';

let services: TestServices;
let app: FastifyInstance;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(() => app.close());

test('account deactivation: needs the password again 16 minutes after the last sign-in', async () => {
  const admin = await createPerson(services, 'admin');
  const tenant = await createPerson(services, 'tenant');
  const { token } = await signInOverHttp(app, admin.email);
  const disable = () =>
    sendRequest(app, `/api/v2/accounts/user/change_user_status/?user_id=${tenant.id}`, {
      method: 'PATCH',
      token,
      body: { is_active: false, reason: 'Asked by phone' },
    });
  await services.database.db
    .updateTable('person_session')
    .set({ proved_at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  expect(await disable()).toMatchObject({ status: 403, json: { reauthenticate: true } });
  expect((await services.database.db.selectFrom('person').select('is_active').where('id', '=', tenant.id).executeTakeFirstOrThrow()).is_active).toBe(
    true,
  );
  expect((await sendRequest(app, '/api/v2/accounts/confirm_password/', { method: 'POST', token, body: { password: 'wrong-password' } })).status).toBe(
    400,
  );
  expect((await sendRequest(app, '/api/v2/accounts/confirm_password/', { method: 'POST', token, body: { password: testPassword } })).status).toBe(
    200,
  );
  expect((await disable()).status).toBe(200);
});

test('company payment details: a change needs the password and a paybill or till number of 5 to 7 digits, and notifies the account holder', async () => {
  const owner = await createPerson(services, 'owner');
  const { token } = await signInOverHttp(app, owner.email);
  const proved = (ago: number) =>
    services.database.db
      .updateTable('person_session')
      .set({ proved_at: new Date(Date.now() - ago) })
      .where('person_id', '=', owner.id)
      .execute();
  const save = (body: object) => sendRequest(app, '/api/v2/accounts/owner/update_owner_details', { method: 'POST', token, body });
  await proved(3_600_000);
  expect(await save({ pay_paybill: '522533' })).toMatchObject({ status: 403, json: { reauthenticate: true } });
  // Fields without a bearing on money do not ask for the password.
  expect((await save({ address: 'Moi Avenue' })).status).toBe(200);
  await proved(0);
  expect(await save({ pay_till: '12' })).toMatchObject({ status: 400, json: { fields: { pay_till: expect.any(String) } } });
  expect(await save({ pay_paybill: '522533', pay_till: '' })).toMatchObject({
    status: 200,
    json: { company_details: { pay_paybill: '522533', pay_till: null, pay_bank: null } },
  });
  expect((await listSentNotifications(services, 'security.payout_changed')).map((one) => one.to.personId)).toEqual([owner.id]);
});
