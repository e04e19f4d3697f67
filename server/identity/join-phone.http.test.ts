import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildApplicationPath } from '#contract/booking/application-path.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPhoneSignInFixture, type PhoneSignInFixture } from '#test/fixtures/phone-sign-in.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';
import { subjectCodeLimits } from './contact/subject-code.ts';

let services: TestServices;
let app: FastifyInstance;
let by: PhoneSignInFixture;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  by = createPhoneSignInFixture(services, () => app);
});
afterAll(async () => void (await app.close()));
beforeEach(async () => void (await services.database.db.deleteFrom('throttle').execute()));

const callbackUrl = buildApplicationPath(7);
const newPhone = () => `+2547170${String(10_000 + ++n)}`;
const joins = (phone: string, more: Record<string, string> = {}) => ({ phone, join: 'true', callbackUrl, ...more });
const holders = (phone: string) => services.database.db.selectFrom('person').selectAll().where('phone', '=', phone).orderBy('id').execute();
const session = async (cookie: string) => (await sendRequest(app, '/api/auth/session', { cookie })).json.user;
async function joined(phone: string, name = 'Achieng Otieno') {
  await by.ask(joins(phone));
  return by.come(joins(phone, { code: await by.lastCode(phone), name }));
}

test('joining by phone: an applicant signs in with phone number, code and name, and becomes a tenant in one call', async () => {
  const phone = newPhone();
  expect((await by.ask(joins(phone))).json).toEqual({ url: `/auth/sign_in?callbackUrl=${encodeURIComponent(callbackUrl)}&way=join&step=code` });
  const code = await by.lastCode(phone);
  // A request without a name creates no account, and the code stays valid.
  expect(await by.come(joins(phone, { code }))).toMatchObject({ status: 400, json: { fields: { name: expect.anything() } } });
  expect(await holders(phone)).toEqual([]);
  const inside = await by.come(joins(phone, { code, name: ' Achieng  Otieno ' }));
  expect(inside).toMatchObject({ status: 200, json: { url: callbackUrl } });
  expect(await session(inside.cookie)).toMatchObject({ name: 'Achieng Otieno', email: null, onboarding: true });
  const { accessToken: token } = (await sendRequest(app, '/api/token', { cookie: inside.cookie })).json;
  const { results } = (await sendRequest(app, `/api/v2/accounts/onboarding_policies/?user_type=${userTypes.tenant}`, { token })).json;
  const body = { user_type: userTypes.tenant, name: 'Achieng Otieno', phone, details: {}, agreed: results.map((one: { id: number }) => one.id) };
  expect((await sendRequest(app, '/api/v2/accounts/user_onboarding', { method: 'POST', token, body })).status).toBe(200);
  expect(await session(inside.cookie)).toMatchObject({ user_type: userTypes.tenant, onboarding: false, layout: 'tenant' });
  // The code cannot be used a second time.
  expect((await by.come(joins(phone, { code, name: 'Again' }))).status).toBe(401);
});

test("joining by phone: the holder of an existing account is signed in with the same answer, and the account's name does not change", async () => {
  const phone = newPhone();
  const fresh = await by.ask(joins(phone));
  await by.come(joins(phone, { code: await by.lastCode(phone), name: 'Achieng Otieno' }));
  await services.database.db.deleteFrom('throttle').execute();
  const known = await by.ask(joins(phone));
  expect([known.status, known.json]).toEqual([fresh.status, fresh.json]);
  const again = await by.come(joins(phone, { code: await by.lastCode(phone), name: 'Somebody Else' }));
  expect(await session(again.cookie)).toMatchObject({ name: 'Achieng Otieno' });
  expect(await holders(phone)).toHaveLength(1);
});

test('joining by phone: sign-in without joining creates no account', async () => {
  const phone = newPhone();
  await by.ask({ phone });
  await runQueuedJobs(services);
  expect(await by.codes(phone)).toEqual([]);
  await by.ask(joins(phone));
  expect((await by.come({ phone, code: await by.lastCode(phone), name: 'Not joining' })).status).toBe(401);
  expect(await holders(phone)).toEqual([]);
});

test('joining by phone: a person using an expired number of an older account must first confirm, then gets a new account', async () => {
  const phone = newPhone();
  await joined(phone, 'Old Holder');
  const long = new Date(Date.now() - 181 * 864e5);
  await services.database.db.updateTable('person').set({ phone_proved_at: long }).where('phone', '=', phone).execute();
  await services.database.db.updateTable('person_session').set({ seen_at: long }).execute();
  await services.database.db.deleteFrom('throttle').execute();
  await by.ask(joins(phone));
  const code = await by.lastCode(phone);
  const asked = await by.come(joins(phone, { code, name: 'New Holder' }));
  expect(asked).toMatchObject({ status: 401, json: { code: 'PhoneOld', url: expect.stringContaining('way=join&step=code&error=PhoneOld') } });
  const inside = await by.come(joins(phone, { code, name: 'New Holder', fresh: 'true' }));
  expect(await session(inside.cookie)).toMatchObject({ name: 'New Holder' });
});

test('joining by phone: SMS go only to Kenyan mobile numbers, one a minute, and unused codes are limited per IP address', async () => {
  for (const phone of ['+447911123456', '+254900223344', '+254800720000', '+254202345678'])
    expect(await by.ask(joins(phone))).toMatchObject({ status: 400, json: { code: 'PhoneAbroad' } });
  const phone = newPhone();
  expect((await by.ask(joins(phone))).status).toBe(200);
  expect(await by.ask(joins(phone))).toMatchObject({ status: 429, json: { code: 'TooMany' } });
  expect(await by.codes(phone)).toHaveLength(1);
  const ends: number[] = [];
  for (let times = 3; times <= subjectCodeLimits.joins.limit; times += 1) ends.push((await by.ask(joins(newPhone()))).status);
  expect(new Set(ends)).toEqual(new Set([200]));
  // People who complete joining are not counted, because hundreds share the address of a mobile network.
  const person = newPhone();
  await by.ask(joins(person));
  await by.come(joins(person, { code: await by.lastCode(person), name: 'Achieng Otieno' }));
  expect((await by.ask(joins(newPhone()))).status).toBe(200);
  expect((await by.ask(joins(newPhone()))).status).toBe(429);
});

test('joining by phone: refuses invisible and invalid characters in a name without using up the code', async () => {
  const phone = newPhone();
  await by.ask(joins(phone));
  const code = await by.lastCode(phone);
  for (const name of ['Wanjiku\0', 'Admin\u202etxt', 'A', `${'x'.repeat(130)}`])
    expect(await by.come(joins(phone, { code, name }))).toMatchObject({ status: 400, json: { fields: { name: expect.any(String) } } });
  expect((await by.come(joins(phone, { code, name: 'Wanjiku  wa Ngũgĩ' }))).status).toBe(200);
  expect(await holders(phone)).toMatchObject([{ name: 'Wanjiku wa Ngũgĩ' }]);
});

test('joining by phone: an expired number stays with an active account whose email is unverified', async () => {
  const phone = newPhone();
  await joined(phone, 'Active Holder');
  const long = new Date(Date.now() - 181 * 864e5);
  const set = (values: object) => services.database.db.updateTable('person').set(values).where('phone', '=', phone).execute();
  await set({ phone_proved_at: long, email: 'unproved@makao.test', email_verified: false });
  await services.database.db.deleteFrom('throttle').execute();
  await by.ask(joins(phone));
  const code = await by.lastCode(phone);
  expect(await by.come(joins(phone, { code, name: 'New Holder', fresh: 'true' }))).toMatchObject({ status: 401, json: { code: 'PhoneTaken' } });
});

test('joining by phone: only a correct code reveals that an email account has the number; then the person may create a new account', async () => {
  const phone = newPhone();
  await services.database.db
    .insertInto('person')
    .values({ name: 'By Mail', email: 'by.mail@makao.test', email_verified: true, phone, user_type: userTypes.tenant, onboarding: false })
    .execute();
  await by.ask(joins(phone));
  const code = await by.lastCode(phone);
  expect(await by.come(joins(phone, { code: makeWrongCode(code), name: 'Whoever' }))).toMatchObject({
    json: { code: 'PhoneCode' },
  });
  expect(await by.come(joins(phone, { code, name: 'By Mail' }))).toMatchObject({ status: 401, json: { code: 'PhoneElsewhere' } });
  expect(await holders(phone)).toHaveLength(1);
  expect((await by.come(joins(phone, { code, name: 'Another Person', fresh: 'true' }))).status).toBe(200);
  expect((await holders(phone)).map(({ name, phone_proved_at }) => [name, phone_proved_at !== null])).toEqual([
    ['By Mail', false],
    ['Another Person', true],
  ]);
});

test('joining by phone: two concurrent requests create one account', async () => {
  const phone = newPhone();
  await by.ask(joins(phone));
  const code = await by.lastCode(phone);
  const ends = await Promise.all([1, 2, 3].map((one) => by.come(joins(phone, { code, name: `Tab ${one}` }))));
  expect(ends.filter((one) => one.status === 200)).toHaveLength(1);
  expect(await holders(phone)).toHaveLength(1);
});
