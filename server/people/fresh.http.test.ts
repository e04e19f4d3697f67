import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { password, somebody } from '#test/world.ts';

let house: House;
let app: FastifyInstance;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
});
afterAll(() => app.close());

test('a dangerous act wants the password again once the sign-in is a while ago, and goes through after it', async () => {
  const admin = await somebody(house, 'admin');
  const tenant = await somebody(house, 'tenant');
  const { token } = await signedIn(app, admin.email);
  const disable = () =>
    send(app, `/api/v2/accounts/user/change_user_status/?user_id=${tenant.id}`, {
      method: 'PATCH',
      token,
      body: { is_active: false, reason: 'Asked by phone' },
    });
  await house.database.db
    .updateTable('person_session')
    .set({ proved_at: new Date(Date.now() - 16 * 60_000) })
    .execute();
  expect(await disable()).toMatchObject({ status: 403, json: { reauthenticate: true } });
  expect((await house.database.db.selectFrom('person').select('is_active').where('id', '=', tenant.id).executeTakeFirstOrThrow()).is_active).toBe(
    true,
  );
  expect((await send(app, '/api/v2/accounts/confirm_password/', { method: 'POST', token, body: { password: 'wrong-password' } })).status).toBe(400);
  expect((await send(app, '/api/v2/accounts/confirm_password/', { method: 'POST', token, body: { password } })).status).toBe(200);
  expect((await disable()).status).toBe(200);
});

test('how a company is paid is changed after the password, by 5 to 7 digits, and its holder is told', async () => {
  const owner = await somebody(house, 'owner');
  const { token } = await signedIn(app, owner.email);
  const proved = (ago: number) =>
    house.database.db
      .updateTable('person_session')
      .set({ proved_at: new Date(Date.now() - ago) })
      .where('person_id', '=', owner.id)
      .execute();
  const save = (body: object) => send(app, '/api/v2/accounts/owner/update_owner_details', { method: 'POST', token, body });
  await proved(3_600_000);
  expect(await save({ pay_paybill: '522533' })).toMatchObject({ status: 403, json: { reauthenticate: true } });
  // What has nothing to do with money does not ask.
  expect((await save({ address: 'Moi Avenue' })).status).toBe(200);
  await proved(0);
  expect(await save({ pay_till: '12' })).toMatchObject({ status: 400, json: { fields: { pay_till: expect.any(String) } } });
  expect(await save({ pay_paybill: '522533', pay_till: '' })).toMatchObject({
    status: 200,
    json: { company_details: { pay_paybill: '522533', pay_till: null, pay_bank: null } },
  });
  expect((await told(house, 'security.payout_changed')).map((one) => one.to.personId)).toEqual([owner.id]);
});
