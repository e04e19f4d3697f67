import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPhoneSignInFixture, type PhoneSignInFixture } from '#test/fixtures/phone-sign-in.ts';
import { runQueuedJobs } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import { runConcurrently } from '#test/run-concurrently.ts';
import { makeWrongCode } from '#test/wrong-secrets.ts';
import { identityLimits } from '../limits.ts';
import { createTotpSecret, sealTotpSecret } from '../sign-in/totp.ts';
import { maxTriesPerCode } from './phone-code.ts';

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

const newPhone = () => `+2547150${String(10_000 + ++n)}`;
const withPhone = async () => {
  const who = await createPerson(services, 'tenant');
  const phone = newPhone();
  await services.database.db.updateTable('person').set({ phone, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
  return { ...who, phone };
};

test('phone sign-in: a number unused for 180 days cannot sign in by code alone until an admin reactivates the number', async () => {
  const who = await withPhone();
  const { db } = services.database;
  const at = async () =>
    (await db.selectFrom('person').select('phone_proved_at').where('id', '=', who.id).executeTakeFirstOrThrow()).phone_proved_at?.getTime() ?? 0;
  const age = (days: number) =>
    db
      .updateTable('person')
      .set({ phone_proved_at: new Date(Date.now() - days * 864e5) })
      .where('id', '=', who.id)
      .execute();
  const comes = async () => {
    await by.ask({ phone: who.phone });
    await runQueuedJobs(services);
    return by.come({ phone: who.phone, code: await by.lastCode(who.phone) });
  };
  await age(179);
  expect((await comes()).status).toBe(200);
  expect(Date.now() - (await at())).toBeLessThan(60_000);
  await age(181);
  const refused = await comes();
  expect(refused).toMatchObject({ status: 401, json: { code: 'PhoneOld', url: '/auth/sign_in?error=PhoneOld&callbackUrl=%2F' } });
  expect((await sendRequest(app, '/api/auth/session', { cookie: refused.cookie })).json).toEqual({});
  // Email and password still open the account.
  await signInOverHttp(app, who.email);
  const admin = await signInOverHttp(app, (await createPerson(services, 'admin')).email);
  const vouch = (reason: string) =>
    sendRequest(app, `/api/v2/accounts/user/phone_verify_manual/?user_id=${who.id}`, { method: 'POST', token: admin.token, body: { reason } });
  expect((await vouch('')).status).toBe(400);
  expect((await vouch('Came to the office with an ID')).status).toBe(200);
  expect((await comes()).status).toBe(200);
  await age(181);
  await db
    .insertInto('person_second_factor')
    .values({ person_id: who.id, secret: sealTotpSecret(services.secret, createTotpSecret()), confirmed_at: new Date() })
    .execute();
  expect((await comes()).json).toMatchObject({ code: 'SecondFactor' });
});

test('phone sign-in: if another person uses up all code requests for a number, browsers known for that number are not blocked', async () => {
  const who = await withPhone();
  const asks = async (cookie = '') => {
    await by.ask({ phone: who.phone }, cookie);
    await runQueuedJobs(services);
    return (await by.codes(who.phone)).length;
  };
  expect(await asks()).toBe(1);
  const inside = await by.come({ phone: who.phone, code: await by.lastCode(who.phone) });
  const device = inside.cookie
    .split('; ')
    .filter((part) => part.includes('device'))
    .join('; ');
  expect(device).not.toBe('');
  const session = inside.cookie
    .split('; ')
    .filter((part) => part.includes('session_token'))
    .join('; ');
  for (let times = 0; times < 8; times += 1) await asks();
  // Unknown numbers get the same answer, and a request over the hourly limit does not count towards the daily limit.
  expect((await by.ask({ phone: who.phone })).status).toBe(429);
  const day = await services.database.db
    .selectFrom('throttle')
    .select('count')
    .where('key', '=', `sms-code-day:${who.phone}`)
    .executeTakeFirstOrThrow();
  expect(day.count).toBe(5);
  expect(await asks()).toBe(5);
  // The cookie of another person counts as a stranger's.
  const stranger = await signInOverHttp(app, (await createPerson(services, 'tenant')).email);
  expect(await asks(stranger.cookie)).toBe(5);
  for (const cookie of [device, device, device, session]) await asks(cookie);
  expect((await by.codes(who.phone)).length).toBe(9);
  expect(await asks(device)).toBe(10);
  expect(await asks(device)).toBe(10);
  expect((await by.come({ phone: who.phone, code: await by.lastCode(who.phone) }, device)).status).toBe(200);
});

test('phone sign-in: limits the codes requested from one IP address across all phone numbers', async () => {
  for (let times = 0; times < 60; times += 1) await countAttempt(services.database.db, 'sms-ask:127.0.0.1', identityLimits.join);
  expect((await by.ask({ phone: newPhone() })).status).toBe(429);
});

const texted = async (phone: string) => {
  const { cookie } = await by.ask({ phone });
  await runQueuedJobs(services);
  return { code: await by.lastCode(phone), cookie };
};

test('phone sign-in: a hundred wrong codes entered by another person do not invalidate the code of the person who requested it', async () => {
  const who = await withPhone();
  const { code } = await texted(who.phone);
  const refused = await by.guess({ phone: who.phone, code: makeWrongCode(code) });
  expect(refused.json).toMatchObject({ code: 'PhoneCode', message: expect.stringMatching(/code/) });
  for (let tries = 0; tries < 100; tries += 1) expect((await by.guess({ phone: who.phone, code: makeWrongCode(code) })).status).toBe(401);
  // A forged cookie does not help, nor does the correct code in another browser.
  const forged = (await by.ask({ phone: newPhone() })).cookie;
  expect((await by.guess({ phone: who.phone, code }, forged)).status).toBe(401);
  expect((await by.guess({ phone: who.phone, code })).status).toBe(401);
  expect((await by.come({ phone: who.phone, code })).status).toBe(200);
});

test("phone sign-in: allows five attempts per SMS code; wrong attempts from another browser do not invalidate the account holder's code", async () => {
  const who = await withPhone();
  const mine = await texted(who.phone);
  const theirs = await texted(who.phone);
  const ends: number[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    ends.push((await by.guess({ phone: who.phone, code: makeWrongCode(theirs.code) }, theirs.cookie)).status);
  expect(ends).toEqual([401, 401, 401, 401, 401, 401]);
  expect((await by.guess({ phone: who.phone, code: theirs.code }, theirs.cookie)).status).toBe(401);
  // A code of another request is wrong for this browser.
  if (mine.code !== theirs.code) expect((await by.guess({ phone: who.phone, code: theirs.code }, mine.cookie)).status).toBe(401);
  expect((await by.guess({ phone: who.phone, code: mine.code }, mine.cookie)).status).toBe(200);
  // Checks the arithmetic of phone-code.ts, in case a limit changes.
  expect((maxTriesPerCode * (identityLimits.codeDay.limit + identityLimits.codeOwn.limit)) / 1_000_000).toBeLessThan(0.0001);
});

test('phone sign-in: after too many code attempts for one number, every browser is delayed, even for an unknown number', async () => {
  const [who, nobody] = [await withPhone(), newPhone()];
  const mine = await texted(who.phone);
  const account = (phone: string) => `sms-typed:phone:${createHash('sha256').update(phone).digest('base64url')}`;
  for (const phone of [who.phone, nobody])
    for (let times = 0; times < identityLimits.codeTyped.limit; times += 1)
      await countAttempt(services.database.db, account(phone), identityLimits.codeTyped);
  const slow = await by.guess({ phone: who.phone, code: mine.code }, mine.cookie);
  expect(slow).toMatchObject({ status: 429, json: { code: 'TooMany' } });
  expect(slow.json.wait).toBeLessThanOrEqual(60);
  expect((await by.guess({ phone: nobody, code: '123456' }, (await by.ask({ phone: nobody })).cookie)).status).toBe(429);
  await services.database.db.deleteFrom('throttle').execute();
  expect((await by.guess({ phone: who.phone, code: mine.code }, mine.cookie)).status).toBe(200);
});

test.each(['9'.repeat(30), '9'.repeat(15), '1e3', '-1', '0x1', ''])(
  'phone sign-in: an invalid invitation id (%s) gets 404, like an unknown id',
  async (id) => {
    const unknown = await by.ask({ invitation: 'abc/1' });
    const notFound = { status: 404, json: { error: 'Not Found', message: unknown.json.message } };
    expect(unknown).toMatchObject(notFound);
    expect(await by.ask({ invitation: `abc/${id}` })).toMatchObject(notFound);
    expect(await by.come({ invitation: `abc/${id}`, code: '123456', name: 'Otieno' })).toMatchObject(notFound);
  },
);

test('phone sign-in: a correct code before the second factor counts as use of the number, unless the number has expired', async () => {
  const who = await withPhone();
  const { db } = services.database;
  await db
    .insertInto('person_second_factor')
    .values({ person_id: who.id, secret: sealTotpSecret(services.secret, createTotpSecret()), confirmed_at: new Date() })
    .execute();
  const ageAfterCode = async (days: number) => {
    const proved = new Date(Date.now() - days * 864e5);
    await db.updateTable('person').set({ phone_proved_at: proved }).where('id', '=', who.id).execute();
    await by.ask({ phone: who.phone });
    await runQueuedJobs(services);
    expect((await by.come({ phone: who.phone, code: await by.lastCode(who.phone) })).json).toMatchObject({ code: 'SecondFactor' });
    const { phone_proved_at } = await db.selectFrom('person').select('phone_proved_at').where('id', '=', who.id).executeTakeFirstOrThrow();
    return Math.round((Date.now() - (phone_proved_at?.getTime() ?? 0)) / 864e5);
  };
  expect(await ageAfterCode(179)).toBe(0);
  expect(await ageAfterCode(181)).toBe(181);
});

test("phone sign-in: a code or an admin's confirmation does not apply to a number that was changed concurrently", async () => {
  const who = await withPhone();
  const { db } = services.database;
  const now = () => db.selectFrom('person').select(['phone', 'phone_proved_at']).where('id', '=', who.id).executeTakeFirstOrThrow();
  const typed = newPhone();
  const types = { text: 'update person set phone = $1, phone_proved_at = null where id = $2', values: [typed, who.id] };
  await by.ask({ phone: who.phone });
  await runQueuedJobs(services);
  const code = await by.lastCode(who.phone);
  const comes = await runConcurrently(services, types, () => by.come({ phone: who.phone, code }));
  expect([comes.status, comes.json.code, await now()]).toEqual([401, 'PhoneCode', { phone: typed, phone_proved_at: null }]);
  await db.updateTable('person').set({ phone: who.phone, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
  const admin = await signInOverHttp(app, (await createPerson(services, 'admin')).email);
  const vouch = () =>
    sendRequest(app, `/api/v2/accounts/user/phone_verify_manual/?user_id=${who.id}`, {
      method: 'POST',
      token: admin.token,
      body: { reason: 'Came to the office with an ID' },
    });
  const refused = await runConcurrently(services, types, vouch);
  expect([refused.status, await now()]).toEqual([409, { phone: typed, phone_proved_at: null }]);
  expect((await vouch()).json.message).toBe('This account has no verified phone number. Ask the account holder to verify one first.');
});
