import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { take } from '#server/http/throttle.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain } from '#test/jobs.ts';
import { meanwhile } from '#test/meanwhile.ts';
import { wrongFor } from '#test/tampered.ts';
import { somebody } from '#test/world.ts';
import { type ByPhone, byPhoneOf } from '#test/worlds/by-phone.ts';
import { limits } from '../limits.ts';
import { newSecret, seal } from '../sign-in/totp.ts';
import { triesACode } from './phone-code.ts';

let house: House;
let app: FastifyInstance;
let by: ByPhone;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  by = byPhoneOf(house, () => app);
});
afterAll(async () => void (await app.close()));
beforeEach(async () => void (await house.database.db.deleteFrom('throttle').execute()));

const newPhone = () => `+2547150${String(10_000 + ++n)}`;
const withPhone = async () => {
  const who = await somebody(house, 'tenant');
  const phone = newPhone();
  await house.database.db.updateTable('person').set({ phone, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
  return { ...who, phone };
};

test('a number that was not used for 180 days opens nothing by a code alone; used, it stays fresh; an admin lets it sign in again', async () => {
  const who = await withPhone();
  const { db } = house.database;
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
    await drain(house);
    return by.come({ phone: who.phone, code: await by.lastCode(who.phone) });
  };
  await age(179);
  expect((await comes()).status).toBe(200);
  expect(Date.now() - (await at())).toBeLessThan(60_000);
  await age(181);
  const refused = await comes();
  expect(refused).toMatchObject({ status: 401, json: { code: 'PhoneOld', url: '/auth/sign_in?error=PhoneOld&callbackUrl=%2F' } });
  expect((await send(app, '/api/auth/session', { cookie: refused.cookie })).json).toEqual({});
  // E-mail and password open it as ever.
  await signedIn(app, who.email);
  const admin = await signedIn(app, (await somebody(house, 'admin')).email);
  const vouch = (reason: string) =>
    send(app, `/api/v2/accounts/user/phone_verify_manual/?user_id=${who.id}`, { method: 'POST', token: admin.token, body: { reason } });
  expect((await vouch('')).status).toBe(400);
  expect((await vouch('Came to the office with an ID')).status).toBe(200);
  expect((await comes()).status).toBe(200);
  await age(181);
  await db
    .insertInto('person_second_factor')
    .values({ person_id: who.id, secret: seal(house.secret, newSecret()), confirmed_at: new Date() })
    .execute();
  expect((await comes()).json).toMatchObject({ code: 'SecondFactor' });
});

test('whoever asks for all the codes of a number does not use up those of its person’s own browsers', async () => {
  const who = await withPhone();
  const asks = async (cookie = '') => {
    await by.ask({ phone: who.phone }, cookie);
    await drain(house);
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
  // Said, also of a number nobody has; and what is refused for the hour does not count for the day.
  expect((await by.ask({ phone: who.phone })).status).toBe(429);
  const day = await house.database.db.selectFrom('throttle').select('count').where('key', '=', `sms-code-day:${who.phone}`).executeTakeFirstOrThrow();
  expect(day.count).toBe(5);
  expect(await asks()).toBe(5);
  // Another's cookie is a stranger's.
  const stranger = await signedIn(app, (await somebody(house, 'tenant')).email);
  expect(await asks(stranger.cookie)).toBe(5);
  for (const cookie of [device, device, device, session]) await asks(cookie);
  expect((await by.codes(who.phone)).length).toBe(9);
  expect(await asks(device)).toBe(10);
  expect(await asks(device)).toBe(10);
  expect((await by.come({ phone: who.phone, code: await by.lastCode(who.phone) }, device)).status).toBe(200);
});

test('one place asks for so many codes and no more, whatever the number', async () => {
  for (let times = 0; times < 60; times += 1) await take(house.database.db, 'sms-ask:127.0.0.1', limits.join);
  expect((await by.ask({ phone: newPhone() })).status).toBe(429);
});

const texted = async (phone: string) => {
  const { cookie } = await by.ask({ phone });
  await drain(house);
  return { code: await by.lastCode(phone), cookie };
};

test('a stranger’s hundred guesses leave the code good for who asked for it, from a browser nobody knew; the code alone opens nothing elsewhere', async () => {
  const who = await withPhone();
  const { code } = await texted(who.phone);
  const refused = await by.guess({ phone: who.phone, code: wrongFor(code) });
  expect(refused.json).toMatchObject({ code: 'PhoneCode', message: expect.stringMatching(/code/) });
  for (let tries = 0; tries < 100; tries += 1) expect((await by.guess({ phone: who.phone, code: wrongFor(code) })).status).toBe(401);
  // Also with a cookie of their own making, and with the right code but not in the browser that asked.
  const forged = (await by.ask({ phone: newPhone() })).cookie;
  expect((await by.guess({ phone: who.phone, code }, forged)).status).toBe(401);
  expect((await by.guess({ phone: who.phone, code })).status).toBe(401);
  expect((await by.come({ phone: who.phone, code })).status).toBe(200);
});

test('whoever guesses with SMS of their own gets five tries at each, a day’s worth of which is nothing; the person’s code stays good', async () => {
  const who = await withPhone();
  const mine = await texted(who.phone);
  const theirs = await texted(who.phone);
  const ends: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) ends.push((await by.guess({ phone: who.phone, code: wrongFor(theirs.code) }, theirs.cookie)).status);
  expect(ends).toEqual([401, 401, 401, 401, 401, 401]);
  expect((await by.guess({ phone: who.phone, code: theirs.code }, theirs.cookie)).status).toBe(401);
  // Another's code is no answer to what this browser asked.
  if (mine.code !== theirs.code) expect((await by.guess({ phone: who.phone, code: theirs.code }, mine.cookie)).status).toBe(401);
  expect((await by.guess({ phone: who.phone, code: mine.code }, mine.cookie)).status).toBe(200);
  // The arithmetic of phone-code.ts, should a number in it be changed.
  expect((triesACode * (limits.codeDay.limit + limits.codeOwn.limit)) / 1_000_000).toBeLessThan(0.0001);
});

test('many answers for one number are slowed down for everybody, not voided; a number nobody has answers the same', async () => {
  const [who, nobody] = [await withPhone(), newPhone()];
  const mine = await texted(who.phone);
  const account = (phone: string) => `sms-typed:phone:${createHash('sha256').update(phone).digest('base64url')}`;
  for (const phone of [who.phone, nobody])
    for (let times = 0; times < limits.codeTyped.limit; times += 1) await take(house.database.db, account(phone), limits.codeTyped);
  const slow = await by.guess({ phone: who.phone, code: mine.code }, mine.cookie);
  expect(slow).toMatchObject({ status: 429, json: { code: 'TooMany' } });
  expect(slow.json.wait).toBeLessThanOrEqual(60);
  expect((await by.guess({ phone: nobody, code: '123456' }, (await by.ask({ phone: nobody })).cookie)).status).toBe(429);
  await house.database.db.deleteFrom('throttle').execute();
  expect((await by.guess({ phone: who.phone, code: mine.code }, mine.cookie)).status).toBe(200);
});

test('an invitation whose number cannot be is none', async () => {
  expect((await by.ask({ invitation: `abc/${'9'.repeat(30)}` })).status).toBeLessThan(500);
});

test('a right code counts as use of the number where a second step follows too, unless it was not used for long', async () => {
  const who = await withPhone();
  const { db } = house.database;
  await db
    .insertInto('person_second_factor')
    .values({ person_id: who.id, secret: seal(house.secret, newSecret()), confirmed_at: new Date() })
    .execute();
  const ageAfterCode = async (days: number) => {
    const proved = new Date(Date.now() - days * 864e5);
    await db.updateTable('person').set({ phone_proved_at: proved }).where('id', '=', who.id).execute();
    await by.ask({ phone: who.phone });
    await drain(house);
    expect((await by.come({ phone: who.phone, code: await by.lastCode(who.phone) })).json).toMatchObject({ code: 'SecondFactor' });
    const { phone_proved_at } = await db.selectFrom('person').select('phone_proved_at').where('id', '=', who.id).executeTakeFirstOrThrow();
    return Math.round((Date.now() - (phone_proved_at?.getTime() ?? 0)) / 864e5);
  };
  expect(await ageAfterCode(179)).toBe(0);
  expect(await ageAfterCode(181)).toBe(181);
});

test('a code, or an admin’s word, is about the number it was for: not about what was typed in its place meanwhile', async () => {
  const who = await withPhone();
  const { db } = house.database;
  const now = () => db.selectFrom('person').select(['phone', 'phone_proved_at']).where('id', '=', who.id).executeTakeFirstOrThrow();
  const typed = newPhone();
  const types = { text: 'update person set phone = $1, phone_proved_at = null where id = $2', values: [typed, who.id] };
  await by.ask({ phone: who.phone });
  await drain(house);
  const code = await by.lastCode(who.phone);
  const comes = await meanwhile(house, types, () => by.come({ phone: who.phone, code }));
  expect([comes.status, comes.json.code, await now()]).toEqual([401, 'PhoneCode', { phone: typed, phone_proved_at: null }]);
  await db.updateTable('person').set({ phone: who.phone, phone_proved_at: new Date() }).where('id', '=', who.id).execute();
  const admin = await signedIn(app, (await somebody(house, 'admin')).email);
  const vouch = () =>
    send(app, `/api/v2/accounts/user/phone_verify_manual/?user_id=${who.id}`, {
      method: 'POST',
      token: admin.token,
      body: { reason: 'Came to the office with an ID' },
    });
  const refused = await meanwhile(house, types, vouch);
  expect([refused.status, await now()]).toEqual([409, { phone: typed, phone_proved_at: null }]);
  expect((await vouch()).json.message).toBe('This account has no proved phone number');
});
