import type { Role } from '#contract/kernel/roles.ts';
import type { policyMachine } from '#contract/policy/machine.ts';
import type { House } from '#server/kernel/house.ts';

/**
 * One good input for every call that needs more than nothing, made where it is needed. The sweep fails on a call that has
 * none, so a new call is covered the moment it exists.
 */
export type Example = (house: House) => Promise<Record<string, unknown>>;

let n = 0;
const policyText = () => ({ title: `Example ${++n}`, body: '<p>Words</p>', user_type: 0, kind: 'terms', effective_from: '2026-12-01' });
const policy = async (house: House, status: keyof typeof policyMachine.states = 'draft') =>
  house.database.db
    .insertInto('policy')
    .values({ ...policyText(), kind: 'terms', slug: `example-${++n}`, status })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();

/** A company with staff, for calls about them. */
const company = (house: House, kind: 'owner' | 'agent' = 'owner') =>
  house.database.db
    .insertInto('company')
    .values({ kind, name: `Example company ${++n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
const role = (house: House, company_id: number | null) =>
  house.database.db
    .insertInto('staff_role')
    .values({ company_id, audience: company_id === null ? 'platform' : 'company', name: `Role ${++n}`, grants: ['staff.read'] })
    .returning('id')
    .executeTakeFirstOrThrow();
const person = async (house: House, user_type: number, company_id: number | null = null) =>
  house.database.db
    .insertInto('person')
    .values({ name: `Person ${++n}`, email: `person${n}@example.test`, user_type, company_id, onboarding: false })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
const staffMember = async (house: House) => {
  const { id: company_id } = await company(house);
  return { ...(await person(house, 6, company_id)), company_id };
};
const team = async (house: House) =>
  house.database.db
    .insertInto('team')
    .values({ company_id: (await company(house)).id, name: `Team ${++n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
const mandate = async (house: House) =>
  house.database.db
    .insertInto('mandate')
    .values({ owner_company_id: (await company(house)).id, agent_company_id: (await company(house, 'agent')).id })
    .returning('id')
    .executeTakeFirstOrThrow();
const invitation = async (house: House, more: { email?: string; short_code?: string; max_uses?: number; key_hash?: string; source?: 'code' } = {}) =>
  house.database.db
    .insertInto('invitation')
    .values({
      kind: 'tenant',
      email: more.short_code ? null : `invited${++n}@example.test`,
      inviter_id: (await person(house, 1)).id,
      expires_at: new Date(Date.now() + 86_400_000),
      sends: 1,
      ...more,
    })
    .returning(['id'])
    .executeTakeFirstOrThrow();
const keyed = async (house: House, email?: string) => {
  const { hashOf, newKey } = await import('#server/invitation/keys.ts');
  const key = newKey();
  return { invite_key: key, invite_id: (await invitation(house, { key_hash: hashOf(key), ...(email ? { email } : {}) })).id };
};

export const examples: Readonly<Record<string, Example>> = {
  'identity.claimFirst': async (house) => {
    const { firstSuperadmin } = await import('#server/identity/first-superadmin.ts');
    await house.database.db.updateTable('person').set({ user_type: 2 }).where('user_type', '=', 1).execute();
    const token = (await firstSuperadmin(house))?.split('/').at(-1) ?? '';
    return { token, name: 'First Person', email: `first${++n}@makao.test`, password: 'A-long-password-1' };
  },
  'identity.onboardingPolicies': async () => ({ user_type: 4 }),
  'identity.onboard': async (house) => {
    // Whoever asks is a newcomer again, since the sweep asks as everybody.
    await house.database.db.updateTable('person').set({ onboarding: true }).execute();
    return { user_type: 0, name: 'New Comer', phone: '0712345678', agreed: [] };
  },
  'home.overview': async () => ({}),
  'policy.all': async () => ({ page: 1 }),
  'policy.menu': async () => ({ page: 1 }),
  'policy.bySlug': async (house) => ({ slug: (await policy(house, 'published')).slug }),
  'policy.details': async (house) => ({ id: (await policy(house, 'published')).id }),
  'policy.versions': async (house) => ({ id: (await policy(house)).id, page: 1 }),
  'policy.consent': async (house) => ({ id: (await policy(house, 'published')).id }),
  'policy.create': async () => policyText(),
  'policy.update': async (house) => ({ id: (await policy(house)).id, title: 'Changed' }),
  'policy.move': async (house) => ({ id: (await policy(house)).id, move: 'publish' }),
  'policy.remove': async (house) => ({ id: (await policy(house)).id }),
  'access.roles': async () => ({ page: 1 }),
  'access.roleDetails': async (house) => ({ id: (await role(house, null)).id }),
  'access.roleCreate': async () => ({ name: `New role ${++n}`, grants: ['policies.read'] }),
  'access.roleUpdate': async (house) => ({ id: (await role(house, null)).id, grants: ['policies.read'] }),
  'access.roleDelete': async (house) => ({ id: (await role(house, null)).id }),
  'access.holders': async () => ({ page: 1 }),
  'access.assign': async (house) => ({ id: (await person(house, 3)).id, role_id: (await role(house, null)).id }),
  'access.explain': async (house) => ({ person_id: (await person(house, 3)).id, document: 'invoices', action: 'edit' }),
  'access.whoMay': async () => ({ page: 1, document: 'invoices', action: 'edit' }),
  'access.mandates': async () => ({ page: 1 }),
  'access.mandateUpdate': async (house) => ({ id: (await mandate(house)).id, grants: ['property.read'] }),
  'access.mandateEnd': async (house) => ({ id: (await mandate(house)).id }),
  'access.staff': async () => ({ page: 1 }),
  'access.staffDetails': async (house) => ({ id: (await staffMember(house)).id }),
  'access.staffUpdate': async (house) => ({ id: (await staffMember(house)).id, job_title: 'Caretaker' }),
  'access.staffRole': async (house) => {
    const { id, company_id } = await staffMember(house);
    return { id, role_id: (await role(house, company_id)).id };
  },
  'access.staffActive': async (house) => ({ id: (await staffMember(house)).id, is_active: false }),
  'access.staffRemove': async (house) => ({ id: (await staffMember(house)).id }),
  'access.teams': async () => ({ page: 1 }),
  'access.teamDetails': async (house) => ({ id: (await team(house)).id }),
  'access.teamPeople': async () => ({ page: 1 }),
  'access.teamCreate': async (house) => ({ name: `New team ${++n}`, company_id: (await company(house)).id }),
  'access.teamUpdate': async (house) => ({ id: (await team(house)).id, name: `Renamed ${++n}` }),
  'access.teamDelete': async (house) => ({ id: (await team(house)).id }),
  'invitation.all': async () => ({ page: 1 }),
  'invitation.details': async (house) => ({ id: (await invitation(house)).id }),
  'invitation.send': async () => ({ kind: 'owner', email: `new${++n}@example.test` }),
  'invitation.bulkCheck': async () => ({ kind: 'owner', csv: `new${++n}@example.test` }),
  'invitation.bulkSend': async () => ({ kind: 'owner', csv: `new${++n}@example.test` }),
  'invitation.poster': async () => ({ kind: 'tenant', max_uses: 5 }),
  'invitation.resend': async (house) => ({ id: (await invitation(house)).id }),
  'invitation.revoke': async (house) => ({ id: (await invitation(house)).id }),
  'invitation.look': async (house) => keyed(house),
  'invitation.find': async (house) => {
    await house.database.db.deleteFrom('throttle').execute();
    const { newShortCode } = await import('#server/invitation/keys.ts');
    const short_code = newShortCode();
    await invitation(house, { short_code, max_uses: 3, source: 'code' });
    return { short_code };
  },
  'invitation.accept': async (house) => {
    // The sweep asks as its first tenant, who fits when the invitation was sent to them.
    const tenant = await house.database.db
      .selectFrom('person')
      .select(['id', 'email'])
      .where('user_type', '=', 0)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await house.database.db.updateTable('person').set({ onboarding: false }).where('id', '=', tenant.id).execute();
    await house.database.db
      .updateTable('invitation')
      .set({ status: 'closed' })
      .where('email', '=', tenant.email)
      .where('status', '=', 'pending')
      .execute();
    return keyed(house, tenant.email);
  },
};

/** Who asks in the sweep where the first role that holds the right is not one the example fits: tenants invite nobody from these pages. */
export const askers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries(
  ['all', 'details', 'send', 'bulkCheck', 'bulkSend', 'poster', 'resend', 'revoke'].map((name) => [`invitation.${name}`, 'superadmin' as const]),
);
