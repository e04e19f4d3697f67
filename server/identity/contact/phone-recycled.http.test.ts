import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { makeApp } from '#server/app.ts';
import { hashOf, newKey } from '#server/invitation/keys.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { wrongFor } from '#test/tampered.ts';
import { type Somebody, somebody } from '#test/world.ts';
import { type ByPhone, byPhoneOf } from '#test/worlds/by-phone.ts';

let house: House;
let app: FastifyInstance;
let by: ByPhone;
let owner: Somebody;
let roleId: number;
let n = 0;
beforeAll(async () => {
  house = await freshHouse();
  app = await makeApp(house, null);
  by = byPhoneOf(house, () => app);
  owner = await somebody(house, 'owner');
  ({ id: roleId } = await house.database.db
    .insertInto('staff_role')
    .values({ company_id: owner.me.companyId, name: 'Caretaker', grants: ['property.read'] })
    .returning('id')
    .executeTakeFirstOrThrow());
});
afterAll(async () => void (await app.close()));
beforeEach(async () => void (await house.database.db.deleteFrom('throttle').execute()));

const daysAgo = (days: number) => new Date(Date.now() - days * 864e5);
/** Somebody who joined by a number long ago, and an invitation to whoever has that number now. */
async function recycled(email: string | null) {
  const phone = `+2547160${String(10_000 + ++n)}`;
  const { db } = house.database;
  const old = await db
    .insertInto('person')
    .values({ name: 'Old Holder', email, phone, phone_proved_at: daysAgo(181), user_type: userTypes.tenant, onboarding: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = newKey();
  const { id } = await db
    .insertInto('invitation')
    .values({
      kind: 'staff',
      phone,
      inviter_id: owner.id,
      company_id: owner.me.companyId,
      role_id: roleId,
      key_hash: hashOf(key),
      expires_at: new Date(Date.now() + 864e5),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const invitation = `${key}/${id}`;
  await by.ask({ invitation });
  return { phone, oldId: old.id, invitation, code: await by.lastCode(phone) };
}
const person = (id: number) => house.database.db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const holders = (phone: string) => house.database.db.selectFrom('person').selectAll().where('phone', '=', phone).execute();

test('whoever has a number now that opened an account long ago is asked, and gets an account of their own; the old one stays shut, without the number', async () => {
  const { phone, oldId, invitation, code } = await recycled(null);
  const asked = await by.come({ invitation, code, name: 'New Holder' });
  expect(asked).toMatchObject({ status: 401, json: { code: 'PhoneOld', url: `/auth/invitation/${invitation}?step=code&error=PhoneOld` } });
  expect((await send(app, '/api/auth/session', { cookie: asked.cookie })).json).toEqual({});
  expect(await person(oldId)).toMatchObject({ phone });
  // The same code once more, with the answer; a wrong one takes nothing from anybody.
  expect((await by.come({ invitation, code: wrongFor(code), name: 'New Holder', fresh: 'true' })).status).toBe(401);
  expect(await person(oldId)).toMatchObject({ phone });
  const inside = await by.come({ invitation, code, name: 'New Holder', fresh: 'true' });
  expect(inside.status).toBe(200);
  const { user } = (await send(app, '/api/auth/session', { cookie: inside.cookie })).json;
  expect(user).toMatchObject({ name: 'New Holder' });
  expect(user.id).not.toBe(oldId);
  expect(await person(oldId)).toMatchObject({ name: 'Old Holder', phone: null, phone_proved_at: null, phone_released_at: expect.any(Date) });
  expect(await holders(phone)).toMatchObject([{ id: user.id }]);
  // Nothing of the old account's is texted to whoever has the number now.
  await drain(house);
  const texted = house.database.db.selectFrom('notification_delivery').select('id').where('person_id', '=', oldId).where('channel', '=', 'sms');
  expect(await texted.execute()).toEqual([]);
  // From now on the number is theirs.
  await by.ask({ phone });
  await drain(house);
  const again = await by.come({ phone, code: await by.lastCode(phone) });
  expect((await send(app, '/api/auth/session', { cookie: again.cookie })).json.user.id).toBe(user.id);
});

test('an account of an e-mail keeps that way in and hears of it; signed in with another, the number becomes that one’s', async () => {
  const { phone, oldId, invitation, code } = await recycled(`kept-${n}@makao.test`);
  const me = await somebody(house, 'default');
  const { cookie } = await signedIn(app, me.email);
  await house.database.db.updateTable('person').set({ last_sign_in_at: new Date() }).where('id', '=', oldId).execute();
  expect((await by.come({ invitation, code }, cookie)).json).toMatchObject({ code: 'PhoneOld' });
  expect((await by.come({ invitation, code, fresh: 'true' }, cookie)).status).toBe(200);
  expect(await holders(phone)).toMatchObject([{ id: me.id, email: me.email }]);
  expect(await person(oldId)).toMatchObject({ phone: null, email: expect.stringContaining('kept-') });
  const heard = (await told(house, 'security.credentials_changed')).filter((one) => (one.to as { personId?: number }).personId === oldId);
  expect(heard).toMatchObject([{ params: { what: 'phone_given_up' } }]);
});

test('signed in with an account that has a number of its own, nothing is taken from anybody', async () => {
  const { phone, oldId, invitation, code } = await recycled(null);
  const me = await somebody(house, 'default');
  const own = { phone: `+2547169${String(10_000 + n)}`, phone_proved_at: new Date() };
  await house.database.db.updateTable('person').set(own).where('id', '=', me.id).execute();
  const { cookie } = await signedIn(app, me.email);
  expect((await by.come({ invitation, code, fresh: 'true' }, cookie)).status).toBe(401);
  expect(await holders(phone)).toMatchObject([{ id: oldId }]);
});

test('whoever changes their number to one that lapsed with another takes it, by its code; one that is in use they do not', async () => {
  const { db } = house.database;
  const { phone, oldId } = await recycled(null);
  const me = await somebody(house, 'tenant');
  const { token } = await signedIn(app, me.email);
  const change = async () => {
    await send(app, '/api/v2/accounts/ask_number/', { method: 'POST', token, body: { phone } });
    return send(app, '/api/v2/accounts/change_number/', { method: 'POST', token, body: { phone, code: await by.lastCode(phone) } });
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

test('a number whose account is in use, and has no other way in, is not taken from it; without an invitation nobody takes any', async () => {
  const { phone, oldId, invitation, code } = await recycled(null);
  const seen = { person_id: oldId, token: `t${oldId}`, expires_at: new Date(Date.now() + 864e5), ip_address: '10.0.0.1', user_agent: 'x' };
  await house.database.db.insertInto('person_session').values(seen).execute();
  expect((await by.come({ invitation, code, name: 'New Holder' })).json).toMatchObject({ code: 'PhoneOld' });
  expect((await by.come({ invitation, code, name: 'New Holder', fresh: 'true' })).json).toMatchObject({ code: 'PhoneTaken' });
  await by.ask({ phone });
  await drain(house);
  expect((await by.come({ phone, code: await by.lastCode(phone), name: 'New Holder', fresh: 'true' })).json).toMatchObject({ code: 'PhoneOld' });
  expect(await holders(phone)).toMatchObject([{ id: oldId }]);
});
