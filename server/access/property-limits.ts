import type { Permission } from '#contract/access/documents.ts';
import type { Grants } from '#contract/access/grants.ts';
import { grantsOf, lacking } from '#contract/access/permissions.ts';
import { type CompanyKind, type Role, userTypeOf } from '#contract/kernel/roles.ts';
import { type Ctx, type Db, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { meNow } from '#server/kernel/me.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

export const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** Nobody gives, takes or changes rights they lack themselves; the refusal names the first that is missing. */
export function insist(me: Me, wanted: Iterable<Permission>): void {
  const lacks = lacking(me.grants, wanted);
  if (lacks.length === 0) return;
  const rights = lacks.slice(0, 3).join(', ');
  const said = lacks.length > 3 ? m.access_refusal_lacking_more({ rights, more: lacks.length - 3 }) : m.access_refusal_lacking({ rights });
  throw new Refusal('forbidden', said, { missing: lacks[0] });
}

export type Standing = {
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
  /** What is theirs by place and role, also while their account is held back: whoever acts on them must hold all of it. */
  readonly most: Grants;
};

/** What somebody may do at this moment, by the same rule their own requests are judged by. */
export async function standingOf(db: Db, personId: number): Promise<Standing | null> {
  const row = await everything(db, 'person', 'what a person may do, judged before the caller may act on them')
    .select()
    .leftJoin('company', 'company.id', 'person.company_id')
    .leftJoin('staff_role', 'staff_role.id', 'person.staff_role_id')
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
      'staff_role.grants as role_grants',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirst();
  if (!row) return null;
  const role = userTypeOf(row.user_type);
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    role,
    companyId: row.company_id,
    companyKind: row.kind,
    region: row.region,
    staffRoleId: row.staff_role_id,
    isActive: row.is_active,
    grants: (await meNow(db, row.id))?.grants ?? new Set(),
    most: grantsOf(role, row.kind, row.role_grants),
  };
}

/** The limited teams of a member of staff: they work on the properties of these only. Nobody else has any; none = no limit. */
export const limitsOf = ({ me }: Pick<Ctx, 'me'>): readonly number[] => me.limits?.teamIds ?? [];

/** Whoever a team limits cannot move limits, their own or another's: a person let out of a team would see more than they do. */
export function insistUnlimited(ctx: Pick<Ctx, 'me'>): void {
  if (limitsOf(ctx).length > 0) throw new Refusal('forbidden', m.access_refusal_teams());
}

/** Inside one's own company; admins in every company; a subadmin in the companies of their region. */
export function worksOn({ me }: Pick<Ctx, 'me'>, company: { id: number | null; region: string | null }): boolean {
  if (me.role === 'superadmin' || me.role === 'admin') return true;
  if (me.role !== 'subadmin') return me.companyId !== null && me.companyId === company.id;
  return company.region !== null && me.region === company.region;
}

/** A person the caller may act on: not themselves, within their company or region, and nobody who may more than they. */
export function mayActOn(ctx: Pick<Ctx, 'me'>, target: Standing): boolean {
  return (
    target.id !== ctx.me.userId && lacking(ctx.me.grants, target.most).length === 0 && worksOn(ctx, { id: target.companyId, region: target.region })
  );
}

export function insistOn(ctx: Pick<Ctx, 'me'>, target: Standing): void {
  if (target.id === ctx.me.userId) throw new Refusal('forbidden', m.access_refusal_own_rights());
  if (!worksOn(ctx, { id: target.companyId, region: target.region })) throw new Refusal('forbidden', m.access_refusal_person_region());
  insist(ctx.me, target.most);
}

/** Postgres says a unique index was hit. */
export const isTaken = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23505';
