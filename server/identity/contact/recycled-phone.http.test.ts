import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { makeApp } from '#server/app.ts';
import { createInvitationKey, hashInvitationKey } from '#server/invitation/keys.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPhoneSignInFixture, type PhoneSignInFixture } from '#test/fixtures/phone-sign-in.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';

let services: TestServices;
let app: FastifyInstance;
let by: PhoneSignInFixture;
let owner: TestPerson;
let roleId: number;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  by = createPhoneSignInFixture(services, () => app);
  owner = await createPerson(services, 'owner');
  ({ id: roleId } = await services.database.db
    .insertInto('staff_role')
    .values({ company_id: owner.me.companyId, name: 'Caretaker', grants: ['property.read'] })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterAll(async () => void (await app.close()));
beforeEach(async () => void (await services.database.db.deleteFrom('throttle').execute()));

const daysAgo = (days: number) => new Date(Date.now() - days * 864e5);
/** Creates a person who joined with a number long ago, and an invitation to the current holder of that number. */
async function recycled(email: string | null) {
  const phone = `+2547160${String(10_000 + ++n)}`;
  const { db } = services.database;
  const old = await db
    .insertInto('person')
    .values({ name: 'Old Holder', email, phone, phone_proved_at: daysAgo(181), user_type: userTypes.tenant, onboarding: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = createInvitationKey();
  const { id } = await db
    .insertInto('invitation')
    .values({
      kind: 'staff',
      phone,
      inviter_id: owner.id,
      company_id: owner.me.companyId,
      role_id: roleId,
      key_hash: hashInvitationKey(key),
      expires_at: new Date(Date.now() + 864e5),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const invitation = `${key}/${id}`;
  await by.ask({ invitation });
  return { phone, oldId: old.id, invitation, code: await by.lastCode(phone) };
}
const person = (id: number) => services.database.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const holders = (phone: string) => services.database.db.selectFrom('person').selectAll().where('phone', '=', phone).execute();

test('reassigned phone number: its new user gets a new account, and the old account loses the number', async () => {
  const { phone, oldId, invitation, code } = await recycled(null);
  const asked = await by.come({ invitation, code, name: 'New Holder' });
  expect(asked).toMatchObject({ status: 401, json: { code: 'PhoneOld', url: `/auth/invitation/${invitation}?step=code&error=PhoneOld` } });
  expect((await sendRequest(app, '/api/auth/session', { cookie: asked.cookie })).json).toEqual({});
  expect(await person(oldId)).toMatchObject({ phone });
  // The code is sent again with the confirmation `fresh`. A wrong code changes nothing.
  expect((await by.come({ invitation, code: makeWrongCode(code), name: 'New Holder', fresh: 'true' })).status).toBe(401);
  expect(await person(oldId)).toMatchObject({ phone });
  const inside = await by.come({ invitation, code, name: 'New Holder', fresh: 'true' });
  expect(inside.status).toBe(200);
  const { user } = (await sendRequest(app, '/api/auth/session', { cookie: inside.cookie })).json;
  expect(user).toMatchObject({ name: 'New Holder' });
  expect(user.id).not.toBe(oldId);
  expect(await person(oldId)).toMatchObject({ name: 'Old Holder', phone: null, phone_proved_at: null, phone_released_at: expect.any(Date) });
  expect(await holders(phone)).toMatchObject([{ id: user.id }]);
  // The new holder gets no SMS for the old account.
  await runQueuedJobs(services);
  const texted = services.database.db.selectFrom('notification_delivery').select('id').where('person_id', '=', oldId).where('channel', '=', 'sms');
  expect(await texted.execute()).toEqual([]);
  // From now on the number belongs to the new account.
  await by.ask({ phone });
  await runQueuedJobs(services);
  const again = await by.come({ phone, code: await by.lastCode(phone) });
  expect((await sendRequest(app, '/api/auth/session', { cookie: again.cookie })).json.user.id).toBe(user.id);
});

test('reassigned phone number: moves to the account of the signed-in new user, and the old account is notified by email', async () => {
  const { phone, oldId, invitation, code } = await recycled(`kept-${n}@makao.test`);
  const me = await createPerson(services, 'default');
  const { cookie } = await signInOverHttp(app, me.email);
  await services.database.db.updateTable('person').set({ last_sign_in_at: new Date() }).where('id', '=', oldId).execute();
  expect((await by.come({ invitation, code }, cookie)).json).toMatchObject({ code: 'PhoneOld' });
  expect((await by.come({ invitation, code, fresh: 'true' }, cookie)).status).toBe(200);
  expect(await holders(phone)).toMatchObject([{ id: me.id, email: me.email }]);
  expect(await person(oldId)).toMatchObject({ phone: null, email: expect.stringContaining('kept-') });
  const heard = (await listSentNotifications(services, 'security.credentials_changed')).filter(
    (one) => (one.to as { personId?: number }).personId === oldId,
  );
  expect(heard).toMatchObject([{ params: { what: 'phone_given_up' } }]);
});

test('reassigned phone number: does not move to a signed-in account that already has a verified number', async () => {
  const { phone, oldId, invitation, code } = await recycled(null);
  const me = await createPerson(services, 'default');
  const own = { phone: `+2547169${String(10_000 + n)}`, phone_proved_at: new Date() };
  await services.database.db.updateTable('person').set(own).where('id', '=', me.id).execute();
  const { cookie } = await signInOverHttp(app, me.email);
  expect((await by.come({ invitation, code, fresh: 'true' }, cookie)).status).toBe(401);
  expect(await holders(phone)).toMatchObject([{ id: oldId }]);
});

test('reassigned phone number: a phone change by code can add an expired number, but not a number in use', async () => {
  const { db } = services.database;
  const { phone, oldId } = await recycled(null);
  const me = await createPerson(services, 'tenant');
  const { token } = await signInOverHttp(app, me.email);
  const change = async () => {
    await sendRequest(app, '/api/v2/accounts/ask_number/', { method: 'POST', token, body: { phone } });
    return sendRequest(app, '/api/v2/accounts/change_number/', { method: 'POST', token, body: { phone, code: await by.lastCode(phone) } });
  };
  await db
    .updateTable('person')
    .set({ phone_proved_at: daysAgo(100) })
    .where('id', '=', oldId)
    .execute();
  expect((await change()).status).toBe(409);
  await db
    .updateTable('person')
    .set({ phone_proved_at: daysAgo(181) })
    .where('id', '=', oldId)
    .execute();
  expect((await change()).status).toBe(200);
  expect(await holders(phone)).toMatchObject([{ id: me.id }]);
  expect(await person(oldId)).toMatchObject({ phone: null, phone_released_at: expect.any(Date) });
});

test('reassigned phone number: stays with an active account that has no other sign-in method, and never moves without an invitation', async () => {
  const { phone, oldId, invitation, code } = await recycled(null);
  const seen = { person_id: oldId, token: `t${oldId}`, expires_at: new Date(Date.now() + 864e5), ip_address: '10.0.0.1', user_agent: 'x' };
  await services.database.db.insertInto('person_session').values(seen).execute();
  expect((await by.come({ invitation, code, name: 'New Holder' })).json).toMatchObject({ code: 'PhoneOld' });
  expect((await by.come({ invitation, code, name: 'New Holder', fresh: 'true' })).json).toMatchObject({ code: 'PhoneTaken' });
  await by.ask({ phone });
  await runQueuedJobs(services);
  expect((await by.come({ phone, code: await by.lastCode(phone), name: 'New Holder', fresh: 'true' })).json).toMatchObject({ code: 'PhoneOld' });
  expect(await holders(phone)).toMatchObject([{ id: oldId }]);
});
