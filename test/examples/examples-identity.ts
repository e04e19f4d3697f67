import { randomBytes } from 'node:crypto';
import { buildCodeRequesterKey, hashPhoneCode } from '#server/identity/contact/phone-code.ts';
import { makeIdentityLink } from '#server/identity/links.ts';
import { computeTotpCode, computeTotpStep, createTotpSecret, sealTotpSecret } from '#server/identity/sign-in/totp.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { testPassword } from '#test/people.ts';

let n = 0;
/** The tenant of the sweep, who calls where every signed-in person may. */
const tenant = (services: TestServices) =>
  services.database.db.selectFrom('person').select(['id', 'email']).where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
const newcomer = (services: TestServices) =>
  services.database.db
    .insertInto('person')
    .values({ name: 'New Comer', email: `newcomer-${++n}@makao.test` })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
const link = async (services: TestServices, kind: Parameters<typeof makeIdentityLink>[1]) => {
  const { id, code } = await makeIdentityLink(services.database.db, kind, await newcomer(services));
  return { code, link: id };
};
const secondFactor = async (services: TestServices, on: boolean) => {
  const secret = createTotpSecret();
  await services.database.db
    .insertInto('person_second_factor')
    .values({ person_id: (await tenant(services)).id, secret: sealTotpSecret(services.secret, secret), confirmed_at: on ? new Date() : null })
    .onConflict((oc) => oc.column('person_id').doUpdateSet({ secret: sealTotpSecret(services.secret, secret), confirmed_at: on ? new Date() : null }))
    .execute();
  return { code: computeTotpCode(secret, computeTotpStep(Date.now())) };
};

/** The code that was just sent to a number or an address. */
async function texted(services: TestServices, phone: string): Promise<string> {
  const {
    secret,
    database: { db },
  } = services;
  const kept = { code_hash: hashPhoneCode(secret, phone, '123456'), expires_at: new Date(Date.now() + 600_000) };
  await db
    .insertInto('phone_code')
    .values({ phone, challenge: buildCodeRequesterKey((await tenant(services)).id), ...kept })
    .execute();
  return '123456';
}

const identityExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'identity.join': async () => ({ name: 'Achieng Odhiambo', email: `joins-${++n}@makao.test`, phone: '0712 345 678', password: testPassword }),
  'identity.roleDetails': async () => ({}),
  'identity.changeWishes': async () => ({ areas: ['047'], budget_cents: 2_500_000 }),
  'identity.linkState': async (services) => ({ kind: 'verify_email', ...(await link(services, 'verify_email')) }),
  'identity.verifyEmail': async (services) => link(services, 'verify_email'),
  'identity.requestVerification': async (services) => {
    const { id } = await tenant(services);
    await services.database.db.updateTable('person').set({ email_verified: false }).where('id', '=', id).execute();
    return { user_id: id };
  },
  'identity.verifyByHand': async (services) => ({ user_id: (await newcomer(services)).id, reason: 'Seen in the office' }),
  'identity.vouchNumber': async (services) => {
    const { id } = await newcomer(services);
    const proved = { phone: `+2547340${10_000 + ++n}`, phone_proved_at: new Date(0) };
    await services.database.db.updateTable('person').set(proved).where('id', '=', id).execute();
    return { user_id: id, reason: 'Seen in the office' };
  },
  'identity.askNumber': async () => ({ phone: `+2547330${10_000 + ++n}` }),
  'identity.changeNumber': async (services) => {
    const phone = `+2547330${10_000 + ++n}`;
    return { phone, code: await texted(services, phone) };
  },
  'identity.giveUpNumber': async (services) => {
    const { id } = await tenant(services);
    await services.database.db.updateTable('person').set({ phone: '+254722000111' }).where('id', '=', id).execute();
    return {};
  },
  'identity.askEmail': async () => ({ email: `asks-${++n}@makao.test` }),
  'identity.changeEmail': async (services) => {
    const email = `changes-${++n}@makao.test`;
    return { email, code: await texted(services, `mailto:${email}`) };
  },
  'identity.forgotPassword': async (services) => ({ email: (await newcomer(services)).email }),
  'identity.resetPassword': async (services) => ({ ...(await link(services, 'reset_password')), password: testPassword }),
  'identity.addPasswordless': async () => ({}),
  'identity.listPasswordless': async () => ({}),
  'identity.removePasswordless': async (services) => {
    const row = {
      person_id: (await tenant(services)).id,
      name: 'Phone',
      public_key: 'x',
      credential_id: randomBytes(9).toString('hex'),
      device_type: 'singleDevice',
    };
    return { resource_id: (await services.database.db.insertInto('person_passkey').values(row).returning('id').executeTakeFirstOrThrow()).id };
  },
  'identity.sessions': async () => ({ page: 1 }),
  'identity.endSession': async (services) => {
    const row = { person_id: (await tenant(services)).id, token: randomBytes(12).toString('hex'), expires_at: new Date(Date.now() + 60_000) };
    return { id: (await services.database.db.insertInto('person_session').values(row).returning('id').executeTakeFirstOrThrow()).id };
  },
  'identity.endOtherSessions': async () => ({}),
  'identity.confirmPassword': async () => ({ password: testPassword }),
  'identity.changePassword': async () => ({ password: 'Another-password-2' }),
  'identity.startSecondFactor': async () => ({}),
  'identity.turnOnSecondFactor': async (services) => secondFactor(services, false),
  'identity.turnOffSecondFactor': async (services) => {
    await secondFactor(services, true);
    return {};
  },
  'identity.sendAppLink': async () => ({ to: 'email' }),
  'identity.isActive': async (services) => ({ user_id: (await tenant(services)).id }),
  'identity.details': async () => ({ reset: '1' }),
  'identity.exportOwn': async () => ({}),
  'identity.mayClose': async () => ({}),
  'identity.close': async () => ({}),
  'identity.keep': async (services) => {
    await services.database.db
      .updateTable('person')
      .set({ closing_at: new Date(Date.now() + 86_400_000) })
      .where('id', '=', (await tenant(services)).id)
      .execute();
    return {};
  },
  'identity.oauthCallback': async (services) => {
    const made = await makeIdentityLink(services.database.db, 'oauth', await tenant(services), {
      sub: randomBytes(8).toString('hex'),
      email: 'somebody@gmail.com',
    });
    return { provider: 'google', code: made.code, state: made.id };
  },
};

export const moduleExamples: ModuleExamples = {
  examples: identityExamples,
  askers: { 'identity.changeWishes': 'tenant' },
};
