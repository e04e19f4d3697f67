import { type Expression, type SqlBool, sql } from 'kysely';
import type { accessCalls } from '#contract/access/all-calls.ts';
import type { AccessExplanation } from '#contract/access/calls.ts';
import type { Permission } from '#contract/access/documents.ts';
import { defaultGrants } from '#contract/access/grants.ts';
import { isRoleNarrowedByGrants, resolveGrants, rolesNarrowedByGrants } from '#contract/access/permissions.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { getDashboardLayout, toUserType, userTypes } from '#contract/kernel/roles.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { containsTextSql, readPage } from '#server/lists/list.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { isCompanyHeadSql, setStaffRole } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { requestFinanceRole } from './finance-role.ts';
import { accessItemNotFound, assertCallerHasPermissions, assertCanActOnPerson, type PersonAccess, readPersonAccess } from './property-limits.ts';
import { findAssignableRole } from './roles.ts';
import { mandateInForceSql } from './scopes.ts';

type Calls = typeof accessCalls;

const people = (ctx: Ctx) =>
  from(ctx, 'person:colleague')
    .leftJoin('company', 'company.id', 'person.company_id')
    .leftJoin('staff_role', 'staff_role.id', 'person.staff_role_id')
    .where('person.closed_at', 'is', null);

/** Agents who work for the caller's company under a mandate in force: the heads of their companies. */
const agent = (ctx: Ctx) =>
  sql<boolean>`(person.company_id is distinct from ${ctx.me.companyId} and ${isCompanyHeadSql('person')} and ${mandated(ctx)})`;
const mandated = (ctx: Ctx, permission?: Permission) => sql<boolean>`exists (select 1 from mandate m where m.owner_company_id = ${ctx.me.companyId}
  and m.agent_company_id = person.company_id and ${mandateInForceSql('m')} and ${permission ? sql`${permission} = any (m.grants)` : sql`true`})`;
/** The people the caller can ask about: their own staff and the agents of their company. */
const askable = (ctx: Ctx) =>
  unscopedTable(ctx.db, 'person', 'colleagues by their scope, and agents with a mandate of the caller’s company')
    .select()
    .leftJoin('company', 'company.id', 'person.company_id')
    .leftJoin('staff_role', 'staff_role.id', 'person.staff_role_id')
    .where('person.closed_at', 'is', null)
    .where(
      ctx.me.companyId === null ? visibleTo('person:colleague', ctx.me) : sql<boolean>`(${visibleTo('person:colleague', ctx.me)} or ${agent(ctx)})`,
    );

const columns = [
  'person.id',
  'person.code',
  'person.name',
  'person.email',
  'person.user_type',
  'person.is_active',
  'person.staff_role_id as role_id',
  'staff_role.name as role',
] as const;

/** User types whose permissions depend on a role: staff, admins and sub admins. */
const heldByRole = [userTypes.staff, ...rolesNarrowedByGrants.map((role) => userTypes[role])];

export async function listRoleHolders(
  ctx: Ctx,
  { page, page_size, z_filter: f = {} }: HandlerInput<Calls['listHolders']>,
): Promise<HandlerResult<Calls['listHolders']>> {
  let found = people(ctx).where('person.user_type', 'in', heldByRole);
  if (f.name) found = found.where(containsTextSql('person.name', f.name));
  if (f.role_id) found = found.where('person.staff_role_id', '=', f.role_id);
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy('person.name')
      .orderBy('person.id'),
  );
  return { count, results: rows };
}

export async function assignRole(ctx: Ctx, { id, role_id }: HandlerInput<Calls['assign']>): Promise<HandlerResult<Calls['assign']>> {
  const target = await readPersonAccess(ctx.db, id);
  const seen = target && (await people(ctx).select('person.id').where('person.id', '=', id).executeTakeFirst());
  if (!target || !seen) throw accessItemNotFound();
  const platform = isRoleNarrowedByGrants(target.role);
  if (!platform && target.role !== 'staff') throw new Refusal('forbidden', m.access_refusal_holder_rights());
  if (target.role === 'admin' && ctx.me.role !== 'superadmin') throw new Refusal('forbidden', m.access_refusal_admin_roles());
  if (platform && ctx.me.role !== 'superadmin' && ctx.me.role !== 'admin') throw new Refusal('forbidden', m.access_refusal_platform_roles());
  const { role, grants } = await findRoleToSet(ctx, target, role_id);
  const request = platform ? await requestFinanceRole(ctx, target, role, grants) : null;
  if (!request) await setPersonRole(ctx, target.id, role_id);
  const holder = await people(ctx)
    .select([...columns])
    .where('person.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...holder, request };
}

/** The role to assign and the permissions the person would then have. Refused for the caller's own role and for permissions the caller lacks. */
async function findRoleToSet(ctx: Ctx, target: PersonAccess, roleId: number | null) {
  assertCanActOnPerson(ctx, target);
  const audience = isRoleNarrowedByGrants(target.role) ? 'platform' : 'company';
  if (roleId === null && audience === 'company') throw new Refusal('forbidden', m.access_refusal_staff_role());
  const role =
    roleId === null ? null : await findAssignableRole(ctx, roleId, { audience, companyId: target.companyId, companyKind: target.companyKind });
  const grants = resolveGrants(target.role, target.companyKind, role?.grants ?? null);
  assertCallerHasPermissions(ctx.me, grants);
  return { role, grants };
}

/**
 * Assigns a role to a person, notifies them and writes the audit log. `expected`: the permissions that were approved; if the role gives others by now,
 * nothing changes.
 */
export async function setPersonRole(ctx: Ctx, personId: number, roleId: number | null, expected?: readonly Permission[]): Promise<void> {
  const target = await readPersonAccess(ctx.db, personId);
  if (!target) throw accessItemNotFound();
  const { role, grants } = await findRoleToSet(ctx, target, roleId);
  if (expected && (grants.size !== expected.length || expected.some((grant) => !grants.has(grant))))
    throw new Refusal('conflict', m.access_refusal_role_changed());
  await setStaffRole(ctx, personId, roleId, target.role === 'staff' ? 'person:staff' : 'person');
  const before = { staff_role_id: target.staffRoleId };
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'staff',
    id: personId,
    code: target.code,
    before,
    after: { staff_role_id: roleId },
    reason: 'role changed',
  });
  await notifyPerson(ctx, {
    event: 'security.role_changed',
    to: { personId },
    params: role ? { role: role.name } : {},
    key: `role:${personId}:${ctx.from.requestId}`,
  });
}

/** The named property, if the caller sees it. */
async function propertyMeant(ctx: Ctx, id: number | undefined): Promise<{ id: number; name: string } | null> {
  if (id === undefined) return null;
  const row = await from(ctx, 'property').select(['property.id', 'property.name']).where('property.id', '=', id).executeTakeFirst();
  if (!row) throw accessItemNotFound();
  return row;
}

/** Whether a person may do this on the property, by the same rule as their own requests: company, mandate, teams. */
async function reaches(ctx: Ctx, personId: number, propertyId: number, permission: Permission): Promise<boolean> {
  const me = await readMe(ctx.db, personId);
  if (!me) return false;
  const found = unscopedTable(ctx.db, 'property', 'the permissions are computed with the scope rules of the person in question')
    .select()
    .select('property.id')
    .where('property.id', '=', propertyId)
    .where(mayChange('property', me, permission));
  return (await found.executeTakeFirst()) !== undefined;
}

/** The companies of outside agents who work for the caller's company. */
const elsewhere = ({ me }: Ctx) =>
  sql<string | null>`case when ${me.companyId}::bigint is not null and person.company_id is distinct from ${me.companyId} then company.name end`;
const underMandate = async (ctx: Ctx, id: number, permission: Permission): Promise<boolean> =>
  (await askable(ctx).select('person.id').where('person.id', '=', id).where(mandated(ctx, permission)).executeTakeFirst()) !== undefined;

export async function listPeopleWithPermission(
  ctx: Ctx,
  { page, page_size, document, action, property_id }: HandlerInput<Calls['whoMay']>,
): Promise<HandlerResult<Calls['whoMay']>> {
  const property = await propertyMeant(ctx, property_id);
  const permission = `${document}.${action}` as const;
  const typesWith = Object.entries(userTypes).flatMap(([role, number]) =>
    defaultGrants[toUserType(number)].has(permission) && role !== 'staff' ? [number] : [],
  );
  const kindsWith = (['owner', 'agent', 'dealer'] as const).filter((kind) => defaultGrants[kind].has(permission));
  const trusted = sql<boolean>`(person.user_type not in (4, 5, 6, 7) or exists (select 1 from person h where h.company_id = person.company_id
    and h.verified_status = 'verified' and ${isCompanyHeadSql('h')} and (person.user_type = 6 or h.id = person.id)))`;
  const inRole = sql<boolean>`coalesce(${permission} = any(staff_role.grants), false)`;
  const narrowedTypes = rolesNarrowedByGrants.map((role) => userTypes[role] as number);
  const allowed: Expression<SqlBool> = sql<boolean>`(person.is_active and ${trusted} and case
    when person.user_type = ${userTypes.staff} then coalesce(company.kind = any(${kindsWith}::text[]), false) and ${inRole}
    when person.user_type = any(${narrowedTypes}::int[]) and person.staff_role_id is not null then person.user_type = any(${typesWith}::int[]) and ${inRole}
    when person.company_id is distinct from ${ctx.me.companyId} and ${ctx.me.companyId}::bigint is not null
      then person.user_type = any(${typesWith}::int[]) and ${mandated(ctx, permission)}
    else person.user_type = any(${typesWith}::int[]) end)`;
  const { rows, count } = await readPage(askable(ctx), { page, page_size }, (q) =>
    q
      .select([...columns, elsewhere(ctx).as('company')])
      .select(sql<boolean>`${allowed}`.as('allowed'))
      .orderBy('allowed', 'desc')
      .orderBy('person.name')
      .orderBy('person.id'),
  );
  if (!property) return { count, results: rows };
  const results = [];
  for (const row of rows) results.push({ ...row, allowed: row.allowed && (await reaches(ctx, row.id, property.id, permission)) });
  return { count, results };
}

/** Checks the links of the chain in the order of a request and stops at the one that denies the permission. */
export async function explainAccess(
  ctx: Ctx,
  { person_id, document, action, property_id }: HandlerInput<Calls['explain']>,
): Promise<AccessExplanation> {
  const permission = `${document}.${action}` as const;
  const property = await propertyMeant(ctx, property_id);
  const row = await askable(ctx)
    .select([...columns, elsewhere(ctx).as('agency')])
    .select(['person.onboarding', 'company.kind', 'company.name as company', 'staff_role.grants'])
    .where('person.id', '=', person_id)
    .executeTakeFirst();
  if (!row) throw accessItemNotFound();
  const { onboarding, kind, company, grants, agency, ...person } = row;
  const role = toUserType(person.user_type);
  const layout = getDashboardLayout(role, kind);
  const byRole = role === 'staff' || (isRoleNarrowedByGrants(role) && person.role_id !== null);
  const most = role === 'staff' ? (kind ? defaultGrants[kind] : defaultGrants.staff) : defaultGrants[role];
  const now = await readMe(ctx.db, person.id);
  const links: AccessExplanation['chain'] = [
    { link: 'account', ok: person.is_active && !onboarding && (now?.verifiedStatus ?? 'verified') === 'verified', says: person.name },
    { link: 'dashboard', ok: layout !== null, says: layout ?? '' },
    { link: 'employer', ok: most.has(permission), says: role === 'staff' ? (company ?? '') : '' },
    ...(byRole ? [{ link: 'role' as const, ok: person.role !== null, says: person.role ?? '' }] : []),
    { link: 'grant', ok: resolveGrants(role, kind, grants).has(permission), says: person.role ?? '' },
    ...(agency ? [{ link: 'mandate' as const, ok: await underMandate(ctx, person.id, permission), says: agency }] : []),
    ...(property ? [{ link: 'property' as const, ok: await reaches(ctx, person.id, property.id, permission), says: property.name }] : []),
  ];
  const refused = links.findIndex((one) => !one.ok);
  return { person, permission, allowed: refused < 0, chain: refused < 0 ? links : links.slice(0, refused + 1) };
}
