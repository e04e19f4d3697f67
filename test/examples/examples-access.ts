import type { Role } from '#contract/kernel/roles.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';

let n = 0;
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
    .values({ name: `Person ${++n}`, email: `person${n}@example.test`, user_type, company_id, onboarding: false, second_step_waived: true })
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

const accessExamples: Readonly<Record<string, Example>> = {
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
  'access.mandateCreate': async (house) => ({ agent_company_id: (await company(house, 'agent')).id, owner_company_id: (await company(house)).id }),
  'access.mandateAgents': async () => ({ page: 1 }),
  'access.mandateEnd': async (house) => ({ id: (await mandate(house)).id }),
  'access.staff': async () => ({ page: 1 }),
  'access.staffDetails': async (house) => ({ id: (await staffMember(house)).id }),
  'access.staffUpdate': async (house) => ({ id: (await staffMember(house)).id, job_title: 'Caretaker' }),
  'access.staffRole': async (house) => {
    const { id, company_id } = await staffMember(house);
    return { id, role_id: (await role(house, company_id)).id };
  },
  'access.staffActive': async (house) => ({ id: (await staffMember(house)).id, is_active: false, reason: 'Left the company' }),
  'access.staffRemove': async (house) => ({ id: (await staffMember(house)).id }),
  'access.teams': async () => ({ page: 1 }),
  'access.teamDetails': async (house) => ({ id: (await team(house)).id }),
  'access.teamPeople': async () => ({ page: 1 }),
  'access.teamProperties': async () => ({ page: 1 }),
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
    await house.database.db.updateTable('person').set({ onboarding: false, email_verified: false }).where('id', '=', tenant.id).execute();
    await house.database.db
      .updateTable('invitation')
      .set({ status: 'closed' })
      .where('email', '=', tenant.email)
      .where('status', '=', 'pending')
      .execute();
    return keyed(house, tenant.email ?? undefined);
  },
};

/** Who asks in the sweep where the first role that holds the right is not one the example fits: tenants invite nobody from these pages. */
const askers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries([
  ['access.mandateCreate', 'superadmin' as const],
  ...['all', 'details', 'send', 'bulkCheck', 'bulkSend', 'poster', 'resend', 'revoke'].map(
    (name) => [`invitation.${name}`, 'superadmin' as const] as const,
  ),
]);

export const roomExamples: RoomExamples = { examples: accessExamples, askers };
