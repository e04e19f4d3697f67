import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import type { Grants } from '#contract/access/grants.ts';
import { formatPermissionName } from '#contract/access/permission-name.ts';
import { findMissingGrants } from '#contract/access/permissions.ts';
import { type CompanyKind, type Role, toUserType } from '#contract/kernel/roles.ts';
import { type Ctx, type Db, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readMeAndGrantCeiling } from '#server/kernel/me.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

export const accessItemNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

/** Rejects permissions that the caller lacks, and names the first missing one. */
export function assertCallerHasPermissions(me: Me, wanted: Iterable<Permission>): void {
  const lacks = findMissingGrants(me.grants, wanted);
  if (lacks.length === 0) return;
  const rights = lacks.slice(0, 3).map(formatPermissionName).join(', ');
  const said = lacks.length > 3 ? m.access_refusal_lacking_more({ rights, more: lacks.length - 3 }) : m.access_refusal_lacking({ rights });
  throw new Refusal('forbidden', said, { missing: lacks[0] });
}

export type PersonAccess = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly role: Role;
  readonly companyId: number | null;
  readonly companyKind: CompanyKind | null;
  readonly region: string | null;
  readonly staffRoleId: number | null;
  readonly isActive: boolean;
  readonly grants: Grants;
  /** The person's permissions by position and role, also while the account is suspended; the caller must hold all of them to act on the person. */
  readonly most: Grants;
  /** The person's limited teams, and the properties of these teams. */
  readonly limits: Me['limits'];
};

/** A person's current permissions, by the same rule as their own requests. */
export async function readPersonAccess(db: Db, personId: number): Promise<PersonAccess | null> {
  const row = await unscopedTable(db, 'person', 'permissions of a person are checked before the caller may act on that person')
    .select()
    .leftJoin('company', 'company.id', 'person.company_id')
    .select([
      'person.id',
      'person.code',
      'person.name',
      'person.user_type',
      'person.company_id',
      'person.staff_role_id',
      'person.is_active',
      'company.kind',
      'company.region',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirst();
  if (!row) return null;
  const now = await readMeAndGrantCeiling(db, row.id);
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    role: toUserType(row.user_type),
    companyId: row.company_id,
    companyKind: row.kind,
    region: row.region,
    staffRoleId: row.staff_role_id,
    isActive: row.is_active,
    grants: now?.me.grants ?? new Set(),
    most: now?.most ?? new Set(),
    limits: now?.me.limits ?? null,
  };
}

/** The limited teams of a staff member, who then works on the properties of these only. Empty means no limit. */
export const getLimitedTeamIds = ({ me }: Pick<Ctx, 'me'>): readonly number[] => me.limits?.teamIds ?? [];

/** A person limited by a team cannot change limits, neither their own nor another's: someone released from a team would see more than they do. */
export function assertNoTeamLimit(ctx: Pick<Ctx, 'me'>): void {
  if (getLimitedTeamIds(ctx).length > 0) throw new Refusal('forbidden', m.access_refusal_teams());
}

/** A person limited by a team can assign only properties of that team. */
export const isWithinPropertyLimits = ({ me: { limits } }: Pick<Ctx, 'me'>, propertyIds: readonly number[] | 'all'): boolean =>
  limits === null || (propertyIds !== 'all' && propertyIds.every((id) => limits.propertyIds.includes(id)));
const limitsWithin = (ctx: Pick<Ctx, 'me'>, target: Pick<PersonAccess, 'limits'>) => isWithinPropertyLimits(ctx, target.limits?.propertyIds ?? 'all');

/** Whether someone with a wider limit than the caller holds this role: changing it would change that person's permissions. */
export async function hasRoleHolderWithWiderAccess(ctx: Ctx, roleId: number): Promise<boolean> {
  if (ctx.me.limits === null) return false;
  const limits = sql`team_member tm join team t on t.id = tm.team_id and t.deleted_at is null and t.limited`;
  const held = unscopedTable(ctx.db, 'person', 'holders of a role are checked before the caller may change the role')
    .select()
    .select('id')
    .where('staff_role_id', '=', roleId)
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`(not exists (select 1 from ${limits} where tm.person_id = person.id) or exists (select 1 from ${limits}
        join team_property tp on tp.team_id = t.id where tm.person_id = person.id and tp.property_id <> all (${ctx.me.limits.propertyIds}::bigint[])))`,
    );
  return (await held.executeTakeFirst()) !== undefined;
}

/** Whether the caller manages this company: staff their own company, admins every company, sub admins the companies of their region. */
export function canManageCompany({ me }: Pick<Ctx, 'me'>, company: { id: number | null; region: string | null }): boolean {
  if (me.role === 'superadmin' || me.role === 'admin') return true;
  if (me.role !== 'subadmin') return me.companyId !== null && me.companyId === company.id;
  return company.region !== null && me.region === company.region;
}

/** A person the caller may act on: not themselves, within their company or region, and without permissions the caller lacks. */
export function canActOnPerson(ctx: Pick<Ctx, 'me'>, target: PersonAccess): boolean {
  return (
    target.id !== ctx.me.userId &&
    findMissingGrants(ctx.me.grants, target.most).length === 0 &&
    limitsWithin(ctx, target) &&
    canManageCompany(ctx, { id: target.companyId, region: target.region })
  );
}

export function assertCanActOnPerson(ctx: Pick<Ctx, 'me'>, target: PersonAccess): void {
  if (target.id === ctx.me.userId) throw new Refusal('forbidden', m.access_refusal_own_rights());
  if (!canManageCompany(ctx, { id: target.companyId, region: target.region })) throw new Refusal('forbidden', m.access_refusal_person_region());
  if (!limitsWithin(ctx, target)) throw new Refusal('forbidden', m.access_refusal_beyond());
  assertCallerHasPermissions(ctx.me, target.most);
}
