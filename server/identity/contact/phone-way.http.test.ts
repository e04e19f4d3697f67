import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { makeApp } from '#server/app.ts';
import { createInvitationKey, hashInvitationKey } from '#server/invitation/keys.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPhoneSignInFixture, type PhoneSignInFixture } from '#test/fixtures/phone-sign-in.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';
import { createTotpSecret, sealTotpSecret } from '../sign-in/totp.ts';
import { deleteExpiredPhoneCodes } from './phone-code.ts';

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
// Clears the rate limits that the previous test used up.
beforeEach(async () => void (await services.database.db.deleteFrom('throttle').execute()));

const ask: PhoneSignInFixture['ask'] = (...given) => by.ask(...given);
const come: PhoneSignInFixture['come'] = (...given) => by.come(...given);
const codes = (phone: string) => by.codes(phone);
const lastCode = (phone: string) => by.lastCode(phone);
const newPhone = () => `+2547120${String(10_000 + ++n)}`;

async function invited(phone = newPhone()) {
  const key = createInvitationKey();
  const row = await services.database.db
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
  return { phone, id: row.id, key, invitation: `${key}/${row.id}` };
}
const byPhone = (phone: string) => services.database.db.selectFrom('person').selectAll().where('phone', '=', phone).execute();

describe('phone sign-in: invitation', () => {
  test('the code sent to the invited number creates an account without email, which accepts the invitation and later signs in by phone', async () => {
    const { phone, id, key, invitation } = await invited();
    expect((await ask({ invitation })).json).toEqual({ url: `/auth/invitation/${invitation}?step=code` });
    const code = await lastCode(phone);
    expect(code).toMatch(/^\d{6}$/);
    const inside = await come({ invitation, code, name: '  Wanjiru   Kamau ', callbackUrl: `/auth/invitation/${invitation}` });
    expect(inside).toMatchObject({ status: 200, json: { url: `/auth/invitation/${invitation}` } });
    expect(await byPhone(phone)).toMatchObject([{ name: 'Wanjiru Kamau', email: null, user_type: userTypes.default, onboarding: true }]);
    const { accessToken: token } = (await sendRequest(app, '/api/token', { cookie: inside.cookie })).json;
    const looked = await sendRequest(app, `/api/v2/invitation/look/?invite_key=${key}&invite_id=${id}`, { token });
    expect(looked.json).toMatchObject({ state: 'open', misfit: null, by_phone: true });
    const accepted = await sendRequest(app, '/api/v2/invitation/accept/', { method: 'POST', token, body: { invite_key: key, invite_id: id } });
    expect(accepted.json).toMatchObject({ user_type: userTypes.staff });
    expect((await sendRequest(app, '/api/auth/session', { cookie: inside.cookie })).json.user).toMatchObject({
      email: null,
      name: 'Wanjiru Kamau',
      layout: 'owner',
    });
    // The accepted invitation cannot be used again, in a second tab or by a person it was forwarded to.
    expect((await ask({ invitation })).json).toEqual({ url: `/auth/invitation/${invitation}` });
    expect((await come({ invitation, code, name: 'Second' })).status).toBe(401);
    // A later sign-in needs only the number and a code.
    await ask({ phone: phone.replace('+254', '0') });
    await runQueuedJobs(services);
    expect((await come({ phone, code: await lastCode(phone) })).status).toBe(200);
    expect(await byPhone(phone)).toHaveLength(1);
  });

  test('a code works once, only for the number it was sent to, within ten minutes, and for at most five attempts', async () => {
    const { phone, invitation } = await invited();
    await ask({ invitation });
    const first = await lastCode(phone);
    await ask({ invitation });
    const code = await lastCode(phone);
    if (first !== code) expect((await come({ invitation, code: first, name: 'Old code' })).json).toMatchObject({ code: 'PhoneCode' });
    const elsewhere = await invited();
    await ask({ invitation: elsewhere.invitation });
    expect((await come({ invitation: elsewhere.invitation, code, name: 'Other number' })).status).toBe(401);
    for (let tries = 0; tries < 4; tries += 1) await come({ invitation, code: makeWrongCode(code), name: 'Guess' });
    expect((await come({ invitation, code, name: 'Too late' })).status).toBe(401);
    await ask({ invitation });
    const late = await lastCode(phone);
    await services.database.db.deleteFrom('throttle').execute();
    await services.database.db
      .updateTable('phone_code')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('phone', '=', phone)
      .execute();
    expect((await come({ invitation, code: late, name: 'Expired' })).status).toBe(401);
    expect(await byPhone(phone)).toEqual([]);
    await services.database.db
      .updateTable('phone_code')
      .set({ expires_at: new Date(Date.now() - 2 * 864e5) })
      .where('phone', '=', phone)
      .execute();
    await deleteExpiredPhoneCodes(services.database.db);
    expect(await services.database.db.selectFrom('phone_code').select('phone').where('phone', '=', phone).execute()).toEqual([]);
  });

  test('limits wrong codes across all codes of a number, and the SMS per number', async () => {
    const { phone, invitation } = await invited();
    for (let times = 0; times < 5; times += 1) expect((await ask({ invitation })).status).toBe(200);
    expect((await ask({ invitation })).status).toBe(429);
    expect(await codes(phone)).toHaveLength(5);
    const wrong = makeWrongCode(await lastCode(phone));
    const ends: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) ends.push((await come({ invitation, code: wrong, name: 'Guess' })).status);
    expect(ends).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test('concurrent wrong codes do not get more attempts than the limit', async () => {
    const { phone, invitation } = await invited();
    await ask({ invitation });
    const code = await lastCode(phone);
    await Promise.all(Array.from({ length: 5 }, () => come({ invitation, code: makeWrongCode(code), name: 'Guess' })));
    await services.database.db.deleteFrom('throttle').execute();
    expect((await come({ invitation, code, name: 'Late' })).status).toBe(401);
  });

  test('sends no SMS for a wrong invitation key', async () => {
    const { phone, id } = await invited();
    expect((await ask({ invitation: `${createInvitationKey()}/${id}` })).status).toBe(404);
    expect(await codes(phone)).toEqual([]);
  });

  test('a withdrawn invitation sends no SMS, and the code sent before the withdrawal is refused', async () => {
    const { phone, id, invitation } = await invited();
    await ask({ invitation });
    const code = await lastCode(phone);
    await services.database.db.updateTable('invitation').set({ status: 'revoked' }).where('id', '=', id).execute();
    expect(await come({ invitation, code, name: 'Withdrawn' })).toMatchObject({ status: 401, json: { code: 'PhoneCode' } });
    expect(await byPhone(phone)).toEqual([]);
    expect((await ask({ invitation })).json).toEqual({ url: `/auth/invitation/${invitation}` });
    expect(await codes(phone)).toEqual([code]);
  });

  test('the code adds the invited number to a signed-in email account; a manually entered number stays unverified', async () => {
    const { phone, invitation, key, id } = await invited();
    const me = await createPerson(services, 'default');
    const { cookie, token } = await signInOverHttp(app, me.email);
    const look = async () => (await sendRequest(app, `/api/v2/invitation/look/?invite_key=${key}&invite_id=${id}`, { token })).json.misfit;
    expect(await look()).toBe('unproved');
    await ask({ invitation }, cookie);
    expect((await come({ invitation, code: await lastCode(phone) }, cookie)).status).toBe(200);
    expect(await look()).toBe(null);
    expect(await byPhone(phone)).toMatchObject([{ id: me.id, email: me.email }]);
    expect((await listSentNotifications(services, 'security.credentials_changed')).at(-1)).toMatchObject({
      to: { personId: me.id },
      params: { what: 'phone_added' },
    });
    // A number typed by hand is unverified: it can neither be used to sign in nor to accept the invitation.
    await services.database.db.updateTable('person').set({ phone: '+254733111222' }).where('id', '=', me.id).execute();
    expect(await byPhone('+254733111222')).toMatchObject([{ phone_proved_at: null }]);
    expect(await look()).toBe('unproved');
  });
});

describe('phone sign-in: existing account', () => {
  const withPhone = async () => {
    const who = await createPerson(services, 'tenant');
    const phone = newPhone();
    await services.database.db.updateTable('person').set({ phone, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
    return { ...who, phone };
  };

  test('an unverified number gets the same answer as a verified number, but no SMS is sent', async () => {
    const typed = await createPerson(services, 'tenant');
    const phone = newPhone();
    await services.database.db.updateTable('person').set({ phone }).where('id', '=', typed.id).execute();
    const known = await withPhone();
    const [one, two, three] = [await ask({ phone }), await ask({ phone: known.phone }), await ask({ phone: newPhone() })];
    expect([one.json, three.json]).toEqual([two.json, two.json]);
    await runQueuedJobs(services);
    expect([await codes(phone), (await codes(known.phone)).length]).toEqual([[], 1]);
    expect((await come({ phone, code: '123456' })).json).toMatchObject({ code: 'PhoneCode' });
  });

  test('a correct code does not sign in to a disabled account, and does not replace the second factor', async () => {
    const who = await withPhone();
    const { db } = services.database;
    await ask({ phone: who.phone });
    await runQueuedJobs(services);
    await db.updateTable('person').set({ is_active: false }).where('id', '=', who.id).execute();
    expect((await come({ phone: who.phone, code: await lastCode(who.phone) })).json).toMatchObject({ code: 'Disabled' });
    await db.updateTable('person').set({ is_active: true }).where('id', '=', who.id).execute();
    await db
      .insertInto('person_second_factor')
      .values({ person_id: who.id, secret: sealTotpSecret(services.secret, createTotpSecret()), confirmed_at: new Date() })
      .execute();
    await ask({ phone: who.phone });
    await runQueuedJobs(services);
    const half = await come({ phone: who.phone, code: await lastCode(who.phone) });
    expect(half.json).toMatchObject({ code: 'SecondFactor' });
    expect((await sendRequest(app, '/api/auth/session', { cookie: half.cookie })).json).toEqual({});
  });

  test('works with plain form posts, without JavaScript', async () => {
    const who = await withPhone();
    expect((await ask({ phone: who.phone, json: '', callbackUrl: '/account' })).headers.location).toBe(
      '/auth/sign_in?callbackUrl=%2Faccount&way=phone&step=code',
    );
    await runQueuedJobs(services);
    expect((await come({ phone: who.phone, code: makeWrongCode(await lastCode(who.phone)), json: '' })).headers.location).toBe(
      '/auth/sign_in?callbackUrl=%2F&way=phone&step=code&error=PhoneCode',
    );
  });
});

test('account without email: receives security notifications by SMS and cannot remove its phone number', async () => {
  const phone = newPhone();
  const { db } = services.database;
  const person = await db
    .insertInto('person')
    .values({ name: 'Phone Only', phone, phone_proved_at: new Date(), user_type: userTypes.tenant, onboarding: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { notifyPerson: tell } = await import('#server/notification/service.ts');
  await tell({ db }, { event: 'security.new_device', to: { personId: person.id }, params: { agent: 'Chrome', ip: '1.2.3.4' }, key: `n${person.id}` });
  await runQueuedJobs(services);
  const sent = await db
    .selectFrom('notification_delivery')
    .select(['channel', 'address'])
    .where('person_id', '=', person.id)
    .orderBy('channel')
    .execute();
  expect(sent).toEqual([
    { channel: 'app', address: '' },
    { channel: 'sms', address: phone },
  ]);
  await ask({ phone });
  await runQueuedJobs(services);
  const { cookie } = await come({ phone, code: await lastCode(phone) });
  const { accessToken: token } = (await sendRequest(app, '/api/token', { cookie })).json;
  const change = (body: object) => sendRequest(app, '/api/v2/accounts/tenant/update_tenant_general_details', { method: 'POST', token, body });
  expect(await change({ phone: '0733 999 888' })).toMatchObject({
    status: 400,
    json: { fields: { phone: expect.stringContaining('sign in with this number') } },
  });
  expect((await sendRequest(app, '/api/v2/accounts/add_passwordless_logins/', { token })).status).toBe(409);
  // A constraint of the database refuses to remove the last sign-in method in any case.
  await expect(db.updateTable('person').set({ phone: null }).where('id', '=', person.id).execute()).rejects.toThrow(/person_reached/);
});
