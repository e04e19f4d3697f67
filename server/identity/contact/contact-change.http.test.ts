import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPhoneSignInFixture } from '#test/fixtures/phone-sign-in.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import { runConcurrently } from '#test/run-concurrently.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';
import { m } from '#words/messages.js';
import { openSession } from '../sign-in-session.ts';

let services: TestServices;
let app: FastifyInstance;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
});
afterAll(async () => void (await app.close()));
beforeEach(async () => void (await services.database.db.deleteFrom('throttle').execute()));

const newPhone = () => `+2547130${String(10_000 + ++n)}`;
const post = (call: string, token: string, body: object = {}) => sendRequest(app, `/api/v2/accounts/${call}/`, { method: 'POST', token, body });
const person = (id: number) => services.database.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
type To = { readonly phone?: string; readonly email?: string; readonly personId?: number };
const codeTo = async (event: 'security.phone_code' | 'security.email_code', to: string) =>
  (await listSentNotifications(services, event)).filter((one) => Object.values(one.to as To).includes(to)).at(-1)?.params.code ?? '';
const toldOf = async () =>
  (await listSentNotifications(services, 'security.credentials_changed')).map((one) => ({ to: one.to as To, what: one.params.what }));
const has = (id: number, phone: string, proved: Date | null = new Date()) =>
  services.database.db.updateTable('person').set({ phone, phone_proved_at: proved }).where('id', '=', id).execute();
const numberCode = async (token: string, phone: string) => {
  await post('ask_number', token, { phone });
  return codeTo('security.phone_code', phone);
};
const isIn = async (cookie: string) => 'user' in (await sendRequest(app, '/api/auth/session', { cookie })).json;
const stale = (id: number) =>
  services.database.db
    .updateTable('person_session')
    .set({ proved_at: new Date(Date.now() - 864e5) })
    .where('person_id', '=', id)
    .execute();

test('phone change: requires the code sent to the new number, notifies the old number and the email address, and ends other sessions', async () => {
  const who = await createPerson(services, 'tenant');
  const [old, next] = [newPhone(), newPhone()];
  await services.database.db.updateTable('person').set({ phone: old, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
  const elsewhere = await signInOverHttp(app, who.email);
  const { token } = await signInOverHttp(app, who.email);
  expect((await post('ask_number', token, { phone: next })).json).toEqual({ phone: next });
  const code = await codeTo('security.phone_code', next);
  expect(code).toMatch(/^\d{6}$/);
  const wrong = makeWrongCode(code);
  expect((await post('change_number', token, { phone: next, code: wrong })).status).toBe(400);
  expect((await person(who.id)).phone).toBe(old);
  expect((await post('change_number', token, { phone: next, code })).json).toEqual({ phone: next });
  expect(await person(who.id)).toMatchObject({ phone: next, phone_proved_at: expect.any(Date) });
  expect((await post('change_number', token, { phone: next, code })).status).toBe(400);
  expect((await sendRequest(app, '/api/auth/session', { cookie: elsewhere.cookie })).json).toEqual({});
  await runQueuedJobs(services);
  const sent = services.database.db.selectFrom('notification_delivery').select(['channel', 'person_id']).where('address', '=', old);
  expect(await sent.execute()).toEqual([{ channel: 'sms', person_id: null }]);
  const heard = (await toldOf()).filter((one) => one.what === 'phone_changed');
  expect(heard).toEqual(
    expect.arrayContaining([expect.objectContaining({ to: { personId: who.id } }), { to: { phone: old, locale: 'en' }, what: 'phone_changed' }]),
  );
});

test("phone change: requires a recent sign-in, limits wrong codes, and refuses another account's number without naming the account holder", async () => {
  const [who, other] = [await createPerson(services, 'tenant'), await createPerson(services, 'owner')];
  const theirs = newPhone();
  await services.database.db.updateTable('person').set({ phone: theirs, phone_proved_at: new Date() }).where('id', '=', other.id).execute();
  const { token } = await signInOverHttp(app, who.email);
  await stale(who.id);
  for (const call of ['ask_number', 'ask_email', 'change_number', 'change_email', 'give_up_number']) {
    const body = call.includes('give') ? {} : call.includes('number') ? { phone: theirs } : { email: 'new@makao.test' };
    const answer = await post(call, token, call.startsWith('change') ? { ...body, code: '123456' } : body);
    expect([call, answer.status, answer.json.reauthenticate]).toEqual([call, 403, true]);
  }
  const fresh = await signInOverHttp(app, who.email);
  // The request does not reveal whether the number is in use.
  expect((await post('ask_number', fresh.token, { phone: theirs })).json).toEqual({ phone: theirs });
  const taken = await post('change_number', fresh.token, { phone: theirs, code: await codeTo('security.phone_code', theirs) });
  expect(taken.status).toBe(409);
  expect(taken.text).not.toContain(other.email);
  expect(await person(other.id)).toMatchObject({ phone: theirs });
  const mine = newPhone();
  await post('ask_number', fresh.token, { phone: mine });
  const code = await codeTo('security.phone_code', mine);
  const wrong = makeWrongCode(code);
  for (let tries = 0; tries < 5; tries += 1) await post('change_number', fresh.token, { phone: mine, code: wrong });
  await services.database.db.deleteFrom('throttle').execute();
  expect((await post('change_number', fresh.token, { phone: mine, code })).status).toBe(400);
});

test('phone-only account: can add an email address with a code, and then remove the phone number', async () => {
  const { db } = services.database;
  const phone = newPhone();
  const { id } = await db
    .insertInto('person')
    .values({ name: 'Phone Only', phone, phone_proved_at: new Date(), user_type: userTypes.tenant, onboarding: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const from = { requestId: 'r', ip: '127.0.0.1', agent: 'vitest' };
  const cookies = await openSession(db, { secret: services.secret, secure: false }, id, from, true);
  const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
  const { accessToken: token } = (await sendRequest(app, '/api/token', { cookie })).json;
  expect((await post('give_up_number', token)).status).toBe(409);
  const email = `added-${n}@makao.test`;
  expect((await post('ask_email', token, { email })).status).toBe(200);
  const code = await codeTo('security.email_code', email);
  expect((await post('change_email', token, { email: `other-${n}@makao.test`, code })).status).toBe(400);
  expect((await person(id)).email).toBeNull();
  expect((await post('change_email', token, { email: email.toUpperCase(), code })).json).toEqual({ email });
  expect(await person(id)).toMatchObject({ email, email_verified: true, phone });
  expect((await toldOf()).filter((one) => one.to.phone === phone)).toEqual([{ to: { phone, locale: 'en' }, what: 'email_added' }]);
  expect((await post('give_up_number', token)).json).toEqual({ phone: null });
  expect(await person(id)).toMatchObject({ phone: null, phone_proved_at: null });
});

test('email change: requires a code, notifies the old address, refuses an address in use, and allows sign-in with the new address', async () => {
  const [who, other] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
  const { token } = await signInOverHttp(app, who.email);
  await post('ask_email', token, { email: other.email });
  expect((await post('change_email', token, { email: other.email, code: await codeTo('security.email_code', other.email) })).status).toBe(409);
  const email = `moved-${++n}@makao.test`;
  await post('ask_email', token, { email });
  expect((await post('change_email', token, { email, code: await codeTo('security.email_code', email) })).status).toBe(200);
  expect(await toldOf()).toContainEqual({ to: { email: who.email, locale: 'en' }, what: 'email_changed' });
  await expect(signInOverHttp(app, who.email)).rejects.toThrow();
  await signInOverHttp(app, email);
});

test('phone removal: ends all other sessions but not the current session', async () => {
  const [who, phone] = [await createPerson(services, 'tenant'), newPhone()];
  await has(who.id, phone);
  const by = createPhoneSignInFixture(services, () => app);
  await by.ask({ phone });
  await runQueuedJobs(services);
  const stranger = await by.come({ phone, code: await by.lastCode(phone) });
  expect([stranger.status, await isIn(stranger.cookie)]).toEqual([200, true]);
  const own = await signInOverHttp(app, who.email);
  expect((await post('give_up_number', own.token)).json).toEqual({ phone: null });
  expect([await isIn(stranger.cookie), await isIn(own.cookie)]).toEqual([false, true]);
});

test.each([null, 'typed'])(
  'phone change: reports the first verified number as added and sends no notification to an unverified number (%s)',
  async (typed) => {
    const [who, next] = [await createPerson(services, 'tenant'), newPhone()];
    const before = typed && newPhone();
    if (before) await has(who.id, before, null);
    const { token } = await signInOverHttp(app, who.email);
    expect((await post('change_number', token, { phone: next, code: await numberCode(token, next) })).status).toBe(200);
    const heard = (await toldOf()).filter(({ to }) => to.personId === who.id || (to.phone && [before, next].includes(to.phone)));
    expect(heard).toEqual([{ to: { personId: who.id }, what: 'phone_added' }]);
    await runQueuedJobs(services);
    if (before)
      expect(await services.database.db.selectFrom('notification_delivery').select('id').where('address', '=', before).execute()).toEqual([]);
  },
);

test('phone change: a number unused for 180 days is shown as expired, and a new code makes the number valid for sign-in', async () => {
  const [who, phone] = [await createPerson(services, 'tenant'), newPhone()];
  await has(who.id, phone, new Date(Date.now() - 181 * 864e5));
  const { token } = await signInOverHttp(app, who.email);
  const details = async () => (await sendRequest(app, '/api/v2/accounts/user_post_signin_details/', { token })).json;
  expect(await details()).toMatchObject({ phone, phone_proved: true, phone_lapsed: true });
  expect((await post('change_number', token, { phone, code: await numberCode(token, phone) })).status).toBe(200);
  expect(await details()).toMatchObject({ phone, phone_proved: true, phone_lapsed: false });
  expect((await toldOf()).filter(({ to }) => to.personId === who.id || to.phone === phone)).toEqual([
    { to: { personId: who.id }, what: 'phone_again' },
  ]);
});

test('verification code: is still valid after the database retries the transaction that checks it', async () => {
  const [who, phone] = [await createPerson(services, 'tenant'), newPhone()];
  const { db } = services.database;
  await sql`create sequence stumbles`.execute(db);
  await sql`create function stumble() returns trigger language plpgsql as $$
    begin if nextval('stumbles') % 2 = 1 then raise exception 'in the way' using errcode = '40001'; end if; return new; end $$`.execute(db);
  await sql`create trigger stumble before update of phone, email on person for each row execute function stumble()`.execute(db);
  const { token } = await signInOverHttp(app, who.email);
  const number = await post('change_number', token, { phone, code: await numberCode(token, phone) });
  const email = `twice-${++n}@makao.test`;
  await post('ask_email', token, { email });
  const address = await post('change_email', token, { email, code: await codeTo('security.email_code', email) });
  await sql`drop trigger stumble on person`.execute(db);
  expect([number.json, address.json]).toEqual([{ phone }, { email }]);
  expect(await person(who.id)).toMatchObject({ phone, email });
});

test('contact change: refuses a phone number or an email address that another account added concurrently', async () => {
  const [who, other] = [await createPerson(services, 'tenant'), await createPerson(services, 'owner')];
  const [phone, email] = [newPhone(), `quick-${++n}@makao.test`];
  const { token } = await signInOverHttp(app, who.email);
  const code = await numberCode(token, phone);
  const second = await runConcurrently(
    services,
    { text: 'update person set phone = $1, phone_proved_at = app.now() where id = $2', values: [phone, other.id] },
    () => post('change_number', token, { phone, code }),
  );
  expect([second.status, second.json.message]).toEqual([409, m.identity_refusal_number_taken()]);
  await post('ask_email', token, { email });
  const mailed = await codeTo('security.email_code', email);
  const late = await runConcurrently(services, { text: 'update person set email = $1 where id = $2', values: [email, other.id] }, () =>
    post('change_email', token, { email, code: mailed }),
  );
  expect([late.status, late.json.message]).toEqual([409, m.identity_refusal_email_taken()]);
  expect(await person(who.id)).toMatchObject({ phone: null, email: who.email });
});
