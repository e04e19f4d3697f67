import type { Role } from '#contract/kernel/roles.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
/** A company with staff, for calls about them. */
const company = (services: TestServices, kind: 'owner' | 'agent' = 'owner') =>
  services.database.db
    .insertInto('company')
    .values({ kind, name: `Example company ${++n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
const role = (services: TestServices, company_id: number | null) =>
  services.database.db
    .insertInto('staff_role')
    .values({ company_id, audience: company_id === null ? 'platform' : 'company', name: `Role ${++n}`, grants: ['staff.read'] })
    .returning('id')
    .executeTakeFirstOrThrow();
const person = async (services: TestServices, user_type: number, company_id: number | null = null) =>
  services.database.db
    .insertInto('person')
    .values({ name: `Person ${++n}`, email: `person${n}@example.test`, user_type, company_id, onboarding: false, second_step_waived: true })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow();
const staffMember = async (services: TestServices) => {
  const { id: company_id } = await company(services);
  return { ...(await person(services, 6, company_id)), company_id };
};
const team = async (services: TestServices) =>
  services.database.db
    .insertInto('team')
    .values({ company_id: (await company(services)).id, name: `Team ${++n}` })
    .returning('id')
    .executeTakeFirstOrThrow();
const mandate = async (services: TestServices) =>
  services.database.db
    .insertInto('mandate')
    .values({ owner_company_id: (await company(services)).id, agent_company_id: (await company(services, 'agent')).id })
    .returning('id')
    .executeTakeFirstOrThrow();
const invitation = async (
  services: TestServices,
  more: { email?: string; short_code?: string; max_uses?: number; key_hash?: string; source?: 'code' } = {},
) =>
  services.database.db
    .insertInto('invitation')
    .values({
      kind: 'tenant',
      email: more.short_code ? null : `invited${++n}@example.test`,
      inviter_id: (await person(services, 1)).id,
      expires_at: new Date(Date.now() + 86_400_000),
      sends: 1,
      ...more,
    })
    .returning(['id'])
    .executeTakeFirstOrThrow();
const keyed = async (services: TestServices, email?: string) => {
  const { hashInvitationKey: hashOf, createInvitationKey: newKey } = await import('#server/invitation/keys.ts');
  const key = newKey();
  return { invite_key: key, invite_id: (await invitation(services, { key_hash: hashOf(key), ...(email ? { email } : {}) })).id };
};

const accessExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'access.listRoles': async () => ({ page: 1 }),
  'access.roleDetails': async (services) => ({ id: (await role(services, null)).id }),
  'access.roleCreate': async () => ({ name: `New role ${++n}`, grants: ['policies.read'] }),
  'access.roleUpdate': async (services) => ({ id: (await role(services, null)).id, grants: ['policies.read'] }),
  'access.roleDelete': async (services) => ({ id: (await role(services, null)).id }),
  'access.listHolders': async () => ({ page: 1 }),
  'access.assign': async (services) => ({ id: (await person(services, 3)).id, role_id: (await role(services, null)).id }),
  'access.explain': async (services) => ({ person_id: (await person(services, 3)).id, document: 'invoices', action: 'edit' }),
  'access.whoMay': async () => ({ page: 1, document: 'invoices', action: 'edit' }),
  'access.listMandates': async () => ({ page: 1 }),
  'access.mandateUpdate': async (services) => ({ id: (await mandate(services)).id, grants: ['property.read'] }),
  'access.mandateCreate': async (services) => ({
    agent_company_id: (await company(services, 'agent')).id,
    owner_company_id: (await company(services)).id,
  }),
  'access.mandateAgents': async () => ({ page: 1 }),
  'access.mandateEnd': async (services) => ({ id: (await mandate(services)).id }),
  'access.listStaff': async () => ({ page: 1 }),
  'access.staffDetails': async (services) => ({ id: (await staffMember(services)).id }),
  'access.staffUpdate': async (services) => ({ id: (await staffMember(services)).id, job_title: 'Caretaker' }),
  'access.staffRole': async (services) => {
    const { id, company_id } = await staffMember(services);
    return { id, role_id: (await role(services, company_id)).id };
  },
  'access.staffActive': async (services) => ({ id: (await staffMember(services)).id, is_active: false, reason: 'Left the company' }),
  'access.staffRemove': async (services) => ({ id: (await staffMember(services)).id }),
  'access.listTeams': async () => ({ page: 1 }),
  'access.teamDetails': async (services) => ({ id: (await team(services)).id }),
  'access.teamPeople': async () => ({ page: 1 }),
  'access.teamProperties': async () => ({ page: 1 }),
  'access.teamCreate': async (services) => ({ name: `New team ${++n}`, company_id: (await company(services)).id }),
  'access.teamUpdate': async (services) => ({ id: (await team(services)).id, name: `Renamed ${++n}` }),
  'access.teamDelete': async (services) => ({ id: (await team(services)).id }),
  'invitation.list': async () => ({ page: 1 }),
  'invitation.details': async (services) => ({ id: (await invitation(services)).id }),
  'invitation.send': async () => ({ kind: 'owner', email: `new${++n}@example.test` }),
  'invitation.bulkCheck': async () => ({ kind: 'owner', csv: `new${++n}@example.test` }),
  'invitation.bulkSend': async () => ({ kind: 'owner', csv: `new${++n}@example.test` }),
  'invitation.createPoster': async () => ({ kind: 'tenant', max_uses: 5 }),
  'invitation.resend': async (services) => ({ id: (await invitation(services)).id }),
  'invitation.revoke': async (services) => ({ id: (await invitation(services)).id }),
  'invitation.findByKey': async (services) => keyed(services),
  'invitation.findByShortCode': async (services) => {
    await services.database.db.deleteFrom('throttle').execute();
    const { createInvitationCode: newShortCode } = await import('#server/invitation/keys.ts');
    const short_code = newShortCode();
    await invitation(services, { short_code, max_uses: 3, source: 'code' });
    return { short_code };
  },
  'invitation.accept': async (services) => {
    // The sweep calls as its first tenant, so the invitation is sent to them.
    const tenant = await services.database.db
      .selectFrom('person')
      .select(['id', 'email'])
      .where('user_type', '=', 0)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    await services.database.db.updateTable('person').set({ onboarding: false, email_verified: false }).where('id', '=', tenant.id).execute();
    await services.database.db
      .updateTable('invitation')
      .set({ status: 'closed' })
      .where('email', '=', tenant.email)
      .where('status', '=', 'pending')
      .execute();
    return keyed(services, tenant.email ?? undefined);
  },
};

/** The caller of the sweep where the example does not fit the first role with the permission: tenants cannot invite from these pages. */
const askers: Readonly<Record<string, Exclude<Role, 'anonymous'>>> = Object.fromEntries([
  ['access.mandateCreate', 'superadmin' as const],
  ...['list', 'details', 'send', 'bulkCheck', 'bulkSend', 'createPoster', 'resend', 'revoke'].map(
    (name) => [`invitation.${name}`, 'superadmin' as const] as const,
  ),
]);

export const moduleExamples: ModuleExamples = { examples: accessExamples, askers };
