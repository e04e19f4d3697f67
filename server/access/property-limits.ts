import type { Permission } from '#contract/access/documents.ts';
import type { Grants } from '#contract/access/grants.ts';
import { lacking } from '#contract/access/permissions.ts';
import { type CompanyKind, type Role, userTypeOf } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import { type Ctx, type Db, type Me, Refusal } from '#server/kernel/ctx.ts';
import { meNow } from '#server/kernel/me.ts';
import { everything, from } from '#server/kernel/scoped.ts';

export const missing = () => new Refusal('notFound', messages.itemNotFound.en);

/** Nobody gives, takes or changes rights they lack themselves; the refusal names the first that is missing. */
export function insist(me: Me, wanted: Iterable<Permission>): void {
  const lacks = lacking(me.grants, wanted);
  if (lacks.length > 0)
    throw new Refusal(
      'forbidden',
      `You lack ${lacks.slice(0, 3).join(', ')}${lacks.length > 3 ? ` and ${lacks.length - 3} more` : ''}, so you cannot give or change it`,
      { missing: lacks[0] },
    );
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
};

/** What somebody may do at this moment, by the same rule their own requests are judged by. */
export async function standingOf(db: Db, personId: number): Promise<Standing | null> {
  const row = await everything(db, 'person', 'what a person may do, judged before the caller may act on them')
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
  };
}

/** The limited teams of a member of staff: they work on the properties of these only. Nobody else has any; none = no limit. */
export async function limitsOf(ctx: Pick<Ctx, 'db' | 'me'>): Promise<readonly number[]> {
  if (ctx.me.role !== 'staff') return [];
  const rows = await from(ctx, 'team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .select('team.id')
    .where('team_member.person_id', '=', ctx.me.userId)
    .where('team.limited', '=', true)
    .where('team.deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Whoever a team limits cannot move limits, their own or another's: a person let out of a team would see more than they do. */
export async function insistUnlimited(ctx: Pick<Ctx, 'db' | 'me'>): Promise<void> {
  if ((await limitsOf(ctx)).length > 0)
    throw new Refusal('forbidden', 'You work on the properties of your teams, so you cannot change who works on what');
}

/** Inside one's own company; admins in every company; a subadmin in the companies of their region. */
export async function worksOn(ctx: Ctx, company: { id: number | null; region: string | null }): Promise<boolean> {
  const { me } = ctx;
  if (me.role === 'superadmin' || me.role === 'admin') return true;
  if (me.role !== 'subadmin') return me.companyId !== null && me.companyId === company.id;
  if (company.region === null) return false;
  const own = await from(ctx, 'person').select('region').where('id', '=', me.userId).executeTakeFirst();
  return own?.region === company.region;
}

/** A person the caller may act on: not themselves, within their company or region, and nobody who may more than they. */
export async function mayActOn(ctx: Ctx, target: Standing): Promise<boolean> {
  return (
    target.id !== ctx.me.userId &&
    lacking(ctx.me.grants, target.grants).length === 0 &&
    (await worksOn(ctx, { id: target.companyId, region: target.region }))
  );
}

export async function insistOn(ctx: Ctx, target: Standing): Promise<void> {
  if (target.id === ctx.me.userId) throw new Refusal('forbidden', 'You cannot change your own rights or place');
  if (!(await worksOn(ctx, { id: target.companyId, region: target.region }))) throw new Refusal('forbidden', 'This person works outside your region');
  insist(ctx.me, target.grants);
}

/** Postgres says a unique index was hit. */
export const isTaken = (problem: unknown): boolean =>
  typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23505';
