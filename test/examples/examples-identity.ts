import { randomBytes } from 'node:crypto';
import { askedBy, codeHash } from '#server/identity/contact/phone-code.ts';
import { makeLink } from '#server/identity/links.ts';
import { codeAt, newSecret, seal, stepAt } from '#server/identity/sign-in/totp.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { password } from '#test/world.ts';

let n = 0;
/** Whoever the sweep asks as when everybody signed in may: its tenant. */
const tenant = (house: House) =>
  house.database.db.selectFrom('person').select(['id', 'email']).where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
const newcomer = (house: House) =>
  house.database.db
    .insertInto('person')
    .values({ name: 'New Comer', email: `newcomer-${++n}@makao.test` })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
const link = async (house: House, kind: Parameters<typeof makeLink>[1]) => {
  const { id, code } = await makeLink(house.database.db, kind, await newcomer(house));
  return { code, link: id };
};
const secondFactor = async (house: House, on: boolean) => {
  const secret = newSecret();
  await house.database.db
    .insertInto('person_second_factor')
    .values({ person_id: (await tenant(house)).id, secret: seal(house.secret, secret), confirmed_at: on ? new Date() : null })
    .onConflict((oc) => oc.column('person_id').doUpdateSet({ secret: seal(house.secret, secret), confirmed_at: on ? new Date() : null }))
    .execute();
  return { code: codeAt(secret, stepAt(Date.now())) };
};

/** The code that was just sent to a number or an address. */
async function texted(house: House, phone: string): Promise<string> {
  const {
    secret,
    database: { db },
  } = house;
  const kept = { code_hash: codeHash(secret, phone, '123456'), expires_at: new Date(Date.now() + 600_000) };
  await db
    .insertInto('phone_code')
    .values({ phone, challenge: askedBy((await tenant(house)).id), ...kept })
    .execute();
  return '123456';
}

const identityExamples: Readonly<Record<string, Example>> = {
  'identity.join': async () => ({ name: 'Achieng Odhiambo', email: `joins-${++n}@makao.test`, phone: '0712 345 678', password }),
  'identity.roleDetails': async () => ({}),
  'identity.changeWishes': async () => ({ areas: ['047'], budget_cents: 2_500_000 }),
  'identity.linkState': async (house) => ({ kind: 'verify_email', ...(await link(house, 'verify_email')) }),
  'identity.verifyEmail': async (house) => link(house, 'verify_email'),
  'identity.requestVerification': async (house) => {
    const { id } = await tenant(house);
    await house.database.db.updateTable('person').set({ email_verified: false }).where('id', '=', id).execute();
    return { user_id: id };
  },
  'identity.verifyByHand': async (house) => ({ user_id: (await newcomer(house)).id, reason: 'Seen in the office' }),
  'identity.vouchNumber': async (house) => {
    const { id } = await newcomer(house);
    const proved = { phone: `+2547340${10_000 + ++n}`, phone_proved_at: new Date(0) };
    await house.database.db.updateTable('person').set(proved).where('id', '=', id).execute();
    return { user_id: id, reason: 'Seen in the office' };
  },
  'identity.askNumber': async () => ({ phone: `+2547330${10_000 + ++n}` }),
  'identity.changeNumber': async (house) => {
    const phone = `+2547330${10_000 + ++n}`;
    return { phone, code: await texted(house, phone) };
  },
  'identity.giveUpNumber': async (house) => {
    const { id } = await tenant(house);
    await house.database.db.updateTable('person').set({ phone: '+254722000111' }).where('id', '=', id).execute();
    return {};
  },
  'identity.askEmail': async () => ({ email: `asks-${++n}@makao.test` }),
  'identity.changeEmail': async (house) => {
    const email = `changes-${++n}@makao.test`;
    return { email, code: await texted(house, `mailto:${email}`) };
  },
  'identity.forgotPassword': async (house) => ({ email: (await newcomer(house)).email }),
  'identity.resetPassword': async (house) => ({ ...(await link(house, 'reset_password')), password }),
  'identity.addPasswordless': async () => ({}),
  'identity.listPasswordless': async () => ({}),
  'identity.removePasswordless': async (house) => {
    const row = {
      person_id: (await tenant(house)).id,
      name: 'Phone',
      public_key: 'x',
      credential_id: randomBytes(9).toString('hex'),
      device_type: 'singleDevice',
    };
    return { resource_id: (await house.database.db.insertInto('person_passkey').values(row).returning('id').executeTakeFirstOrThrow()).id };
  },
  'identity.sessions': async () => ({ page: 1 }),
  'identity.endSession': async (house) => {
    const row = { person_id: (await tenant(house)).id, token: randomBytes(12).toString('hex'), expires_at: new Date(Date.now() + 60_000) };
    return { id: (await house.database.db.insertInto('person_session').values(row).returning('id').executeTakeFirstOrThrow()).id };
  },
  'identity.endOtherSessions': async () => ({}),
  'identity.confirmPassword': async () => ({ password }),
  'identity.changePassword': async () => ({ password: 'Another-password-2' }),
  'identity.startSecondFactor': async () => ({}),
  'identity.turnOnSecondFactor': async (house) => secondFactor(house, false),
  'identity.turnOffSecondFactor': async (house) => {
    await secondFactor(house, true);
    return {};
  },
  'identity.sendAppLink': async () => ({ to: 'email' }),
  'identity.isActive': async (house) => ({ user_id: (await tenant(house)).id }),
  'identity.details': async () => ({ reset: '1' }),
  'identity.exportOwn': async () => ({}),
  'identity.mayClose': async () => ({}),
  'identity.close': async () => ({}),
  'identity.keep': async (house) => {
    await house.database.db
      .updateTable('person')
      .set({ closing_at: new Date(Date.now() + 86_400_000) })
      .where('id', '=', (await tenant(house)).id)
      .execute();
    return {};
  },
  'identity.oauthCallback': async (house) => {
    const made = await makeLink(house.database.db, 'oauth', await tenant(house), {
      sub: randomBytes(8).toString('hex'),
      email: 'somebody@gmail.com',
    });
    return { provider: 'google', code: made.code, state: made.id };
  },
};

export const roomExamples: RoomExamples = {
  examples: identityExamples,
  askers: { 'identity.changeWishes': 'tenant' },
};
