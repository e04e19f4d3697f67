import { sql } from 'kysely';
import type { accessCalls } from '#contract/access/all-calls.ts';
import type { RoleWithGrants } from '#contract/access/calls.ts';
import { isAllowed } from '#contract/access/grants.ts';
import { listAddedMoneyPermissions } from '#contract/access/money-permissions.ts';
import {
  computeEffectiveGrants,
  findMissingGrants,
  getGrantCeiling,
  type RoleAudience,
  rolesNarrowedByGrants,
} from '#contract/access/permissions.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { type CompanyKind, companyRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { findOpenRequest } from '#server/approval/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { containsTextSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { restartRoleWaiting } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { requestRoleGrants } from './finance-role.ts';
import { accessItemNotFound, assertCallerHasPermissions, hasRoleHolderWithWiderAccess } from './property-limits.ts';

type Calls = typeof accessCalls;

/** People with the role, within the caller's company: a system role is shared, its members are not. */
const members = (me: Me) =>
  sql<number>`(select count(*) from person m where m.staff_role_id = staff_role.id and m.closed_at is null ${me.companyId === null ? sql`` : sql`and m.company_id = ${me.companyId}`})`;

const ownKind = (me: Me): CompanyKind | null => companyRoles.find((kind) => kind === me.layout) ?? null;

export async function listRoles(
  ctx: Ctx,
  { page, page_size, sort, z_filter: f = {} }: HandlerInput<Calls['listRoles']>,
): Promise<HandlerResult<Calls['listRoles']>> {
  let found = from(ctx, 'staff_role').leftJoin('company', 'company.id', 'staff_role.company_id');
  if (f.name) found = found.where(containsTextSql('staff_role.name', f.name));
  if (f.company) found = found.where(containsTextSql('company.name', f.company));
  if (f.audience) found = found.where('staff_role.audience', '=', f.audience);
  if (f.system !== undefined) found = found.where('staff_role.system', '=', f.system);
  const order = sort.startsWith('-') ? `-staff_role.${sort.slice(1)}` : `staff_role.${sort}`;
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q
      .selectAll('staff_role')
      .select(['company.name as company', 'company.kind as kind'])
      .select(members(ctx.me).as('members'))
      .orderBy('staff_role.system', 'desc')
      .orderBy('staff_role.audience', 'desc')
      .orderBy(orderByColumn(order))
      .orderBy('staff_role.id'),
  );
  return {
    count,
    results: rows.map((r) => ({
      id: r.id,
      code: r.code,
      name: r.name,
      description: r.description,
      audience: r.audience,
      system: r.system,
      auditor: r.auditor,
      company: r.company,
      grants: computeEffectiveGrants(r.grants, getGrantCeiling(r.audience, r.kind ?? ownKind(ctx.me))).size,
      members: r.members,
      updated_at: r.updated_at.toISOString(),
    })),
  };
}

async function roleRow(ctx: Ctx, id: number, lock = false) {
  let query = from(ctx, 'staff_role')
    .leftJoin('company', 'company.id', 'staff_role.company_id')
    .selectAll('staff_role')
    .select(['company.name as company', 'company.kind as kind'])
    .select(members(ctx.me).as('members'))
    .select(getLookup('invitedToRole')(sql.ref('staff_role.id')).as('invited'));
  if (lock) query = query.forUpdate('staff_role');
  const row = await query.where('staff_role.id', '=', id).where(visibleTo('staff_role', ctx.me)).executeTakeFirst();
  if (!row) throw accessItemNotFound();
  return row;
}
type RoleRow = Awaited<ReturnType<typeof roleRow>>;

const ceilingFor = (me: Me, row: { audience: RoleAudience; kind: CompanyKind | null }) => getGrantCeiling(row.audience, row.kind ?? ownKind(me));
/** The platform manages platform roles and a company manages its own roles. System roles cannot be changed. */
const isHome = (me: Me, row: { audience: RoleAudience; company_id: number | null }) =>
  row.audience === 'platform' ? keepsPlatform(me) : me.companyId !== null && row.company_id === me.companyId;
const keepsPlatform = (me: Me) => me.role === 'superadmin' || me.role === 'admin';

export async function readRoleDetails(ctx: Ctx, { id }: HandlerInput<Calls['roleDetails']>): Promise<RoleWithGrants> {
  const row = await roleRow(ctx, id);
  const { me } = ctx;
  const ceiling = ceilingFor(me, row);
  const grants = computeEffectiveGrants(row.grants, ceiling);
  const base = row.base_id === null ? null : await parentOf(ctx.db, row, 'base_id', 'staff_role').select(['id', 'name', 'grants']).executeTakeFirst();
  const within = findMissingGrants(me.grants, grants).length === 0;
  const own = isHome(me, row) && !row.system && within && !(await hasRoleHolderWithWiderAccess(ctx, id));
  const places =
    row.audience === 'platform' ? [...rolesNarrowedByGrants] : row.kind ? [row.kind] : ownKind(me) ? [ownKind(me) as string] : [...companyRoles];
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    description: row.description,
    audience: row.audience,
    system: row.system,
    auditor: row.auditor,
    company: row.company,
    grants: [...grants],
    members: row.members,
    updated_at: row.updated_at.toISOString(),
    base: base ? { id: base.id, name: base.name, grants: [...computeEffectiveGrants(base.grants, ceiling)] } : null,
    grantable: [...ceiling].filter((grant) => me.grants.has(grant)),
    layouts: places,
    invited: row.invited,
    revision: row.revision,
    request: await findOpenRequest(ctx, 'roleGrants', id),
    may: {
      edit: own && isAllowed(['staff_roles_and_permissions', 'edit'], me),
      delete: own && isAllowed(['staff_roles_and_permissions', 'delete'], me),
      assign:
        within && isAllowed(['staff_roles_and_permissions', 'edit'], me) && (row.audience === 'platform' ? keepsPlatform(me) : me.companyId !== null),
    },
  };
}

export async function createRole(ctx: Ctx, given: HandlerInput<Calls['roleCreate']>): Promise<RoleWithGrants> {
  const { me } = ctx;
  if (me.companyId === null && !keepsPlatform(me)) throw new Refusal('forbidden', sentence('accessForbidden'));
  const audience: RoleAudience = me.companyId === null ? 'platform' : 'company';
  if (given.base_id !== undefined) await roleRow(ctx, given.base_id);
  assertCallerHasPermissions(me, given.grants);
  const kept = [...computeEffectiveGrants(given.grants, getGrantCeiling(audience, ownKind(me)))];
  const row = await add(ctx, 'staff_role')
    .values({
      company_id: me.companyId,
      audience,
      name: given.name,
      description: given.description,
      grants: kept,
      base_id: given.base_id ?? null,
      created_by: me.userId,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
    .catch(nameTaken);
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'staff_roles_and_permissions',
    id: row.id,
    code: row.code,
    after: { name: given.name, description: given.description, grants: kept },
  });
  return readRoleDetails(ctx, { id: row.id });
}

export async function updateRole(ctx: Ctx, { id, revision, ...changes }: HandlerInput<Calls['roleUpdate']>): Promise<RoleWithGrants> {
  const before = await lockManagedRole(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readRoleDetails(ctx, { id }) });
  const after = {
    name: changes.name ?? before.name,
    description: changes.description ?? before.description,
    grants: changes.grants ?? before.grants,
  };
  const ceiling = ceilingFor(ctx.me, before);
  assertCallerHasPermissions(ctx.me, computeEffectiveGrants(after.grants, ceiling));
  if (changes.grants) assertCallerHasPermissions(ctx.me, changes.grants);
  if (before.audience === 'platform') {
    const holders = await listRoleHolderIds(ctx, id);
    const asked = await requestRoleGrants(ctx, { ...before, holders }, computeEffectiveGrants(before.grants, ceiling), after);
    if (asked) return readRoleDetails(ctx, { id });
  }
  await saveRole(ctx, before, after);
  return readRoleDetails(ctx, { id });
}

type RoleChange = { readonly name: string; readonly description: string; readonly grants: readonly string[] };

/**
 * Saves a change that a second person approved. False if the role was changed or given to other people since the request. The lock comes first: an
 * assignment that is not finished holds the role, and its person counts.
 */
export async function applyRoleChange(
  ctx: Ctx,
  id: number,
  after: RoleChange,
  { revision, holders }: { readonly revision: number; readonly holders: readonly number[] | null },
): Promise<boolean> {
  const before = await lockManagedRole(ctx, id);
  const now = await listRoleHolderIds(ctx, id);
  if (before.revision !== revision || (holders !== null && now.some((one) => !holders.includes(one)))) return false;
  await saveRole(ctx, before, after);
  return true;
}

async function saveRole(ctx: Ctx, before: RoleRow, { name, description, grants }: RoleChange): Promise<void> {
  const after = { name, description, grants: [...grants] };
  await change(ctx, 'staff_role')
    .set({ ...after, revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', before.id)
    .$call(oneRow)
    .catch(nameTaken);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'staff_roles_and_permissions',
    id: before.id,
    code: before.code,
    before: { name: before.name, description: before.description, grants: before.grants },
    after,
  });
  const ceiling = ceilingFor(ctx.me, before);
  const [had, has] = [computeEffectiveGrants(before.grants, ceiling), computeEffectiveGrants(after.grants, ceiling)];
  // Its holders approve money seven days after they got the permission, as with a new role.
  if (before.audience === 'platform' && listAddedMoneyPermissions(had, has).length > 0) await restartRoleWaiting(ctx, before.id);
}

/** People with the role in every company and on the platform, also disabled ones. */
export async function listRoleHolderIds(ctx: Ctx, id: number): Promise<number[]> {
  const held = await unscopedTable(ctx.db, 'person', 'a role cannot be deleted, or get permissions on money by one person, while any account has it')
    .select()
    .select('id')
    .where('staff_role_id', '=', id)
    .orderBy('id')
    .execute();
  return held.map((person) => person.id);
}

export async function deleteRole(ctx: Ctx, { id }: HandlerInput<Calls['roleDelete']>): Promise<HandlerResult<Calls['roleDelete']>> {
  const row = await lockManagedRole(ctx, id);
  const members = (await listRoleHolderIds(ctx, id)).length;
  if (members > 0) throw new Refusal('conflict', m.access_refusal_role_held({ count: members }), { members });
  if (row.invited > 0) throw new Refusal('conflict', m.access_refusal_role_offered({ count: row.invited }), { invited: row.invited });
  await change(ctx, 'staff_role').set({ deleted_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'delete',
    document: 'staff_roles_and_permissions',
    id,
    code: row.code,
    before: { name: row.name, grants: row.grants },
  });
  return { id };
}

/**
 * Locks a role that the caller may manage. Refused for system roles, other companies' roles, and roles held by people with wider limits or
 * permissions.
 */
async function lockManagedRole(ctx: Ctx, id: number): Promise<RoleRow> {
  const row = await roleRow(ctx, id, true);
  if (row.system) throw new Refusal('forbidden', m.access_refusal_system_role());
  if (!isHome(ctx.me, row)) throw new Refusal('forbidden', m.access_refusal_foreign_role());
  if (await hasRoleHolderWithWiderAccess(ctx, id)) throw new Refusal('forbidden', m.access_refusal_role_beyond());
  assertCallerHasPermissions(ctx.me, computeEffectiveGrants(row.grants, ceilingFor(ctx.me, row)));
  return row;
}

/** The role to assign to staff of a company or to a platform person, if the caller may assign it. */
export async function findAssignableRole(
  ctx: Ctx,
  roleId: number,
  to: { audience: RoleAudience; companyId: number | null; companyKind: CompanyKind | null },
) {
  // The lock keeps the role's permissions as checked until the person has it: a role that no one has can be changed by one person.
  await from(ctx, 'staff_role').select('staff_role.id').where('staff_role.id', '=', roleId).forKeyShare().execute();
  const row = await roleRow(ctx, roleId);
  const fits = row.audience === to.audience && (row.company_id === to.companyId || row.company_id === null);
  if (!fits) throw accessItemNotFound();
  assertCallerHasPermissions(ctx.me, computeEffectiveGrants(row.grants, getGrantCeiling(to.audience, to.companyKind)));
  return { id: row.id, name: row.name, grants: row.grants, auditor: row.auditor };
}

function nameTaken(problem: unknown): never {
  if (isUniqueViolation(problem)) throw new Refusal('conflict', m.access_refusal_role_name(), { fields: { name: m.access_refusal_role_name() } });
  throw problem;
}
