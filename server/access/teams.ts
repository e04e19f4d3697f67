import { sql } from 'kysely';
import type { accessCalls } from '#contract/access/all-calls.ts';
import { allows } from '#contract/access/grants.ts';
import type { TeamFull } from '#contract/access/people-calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { messages } from '#contract/messages.ts';
import { invalid } from '#server/kernel/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { byColumn, contains, pageOf } from '#server/kernel/list.ts';
import { isTaken, missing, worksOn } from './reach.ts';
import { visible } from './scopes.ts';

type Calls = typeof accessCalls;

const found = (ctx: Ctx) =>
  ctx.db
    .selectFrom('team')
    .innerJoin('company', 'company.id', 'team.company_id')
    .leftJoin('person as head', 'head.id', 'team.lead_id')
    .where(visible('team', ctx.me));
const columns = [
  'team.id',
  'team.code',
  'team.name',
  'team.company_id',
  'team.updated_at',
  'company.name as company',
  'company.region',
  'head.id as lead_id',
  'head.code as lead_code',
  'head.name as lead_name',
] as const;
type Lead = { lead_id: number | null; lead_code: string | null; lead_name: string | null };
const leadOf = (r: Lead) =>
  r.lead_id === null || r.lead_code === null || r.lead_name === null ? null : { id: r.lead_id, code: r.lead_code, name: r.lead_name };

export async function teams(ctx: Ctx, { page, page_size, sort, z_filter: f = {} }: Input<Calls['teams']>): Promise<Result<Calls['teams']>> {
  let query = found(ctx);
  if (f.name) query = query.where(contains('team.name', f.name));
  if (f.company) query = query.where(contains('company.name', f.company));
  const order = sort.startsWith('-') ? `-team.${sort.slice(1)}` : `team.${sort}`;
  const size = sql<number>`(select count(*) from team_member tm where tm.team_id = team.id)`;
  const count = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select([...columns])
    .select(size.as('members'))
    .orderBy(byColumn(order))
    .orderBy('team.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return {
    count: count.n,
    results: rows.map((r) => ({
      id: r.id,
      code: r.code,
      name: r.name,
      company: r.company,
      lead: leadOf(r),
      members: r.members,
      updated_at: r.updated_at.toISOString(),
    })),
  };
}

export async function teamDetails(ctx: Ctx, { id, code }: Input<Calls['teamDetails']>): Promise<TeamFull> {
  const row = await found(ctx)
    .select([...columns])
    .where('team.id', '=', id)
    .executeTakeFirst();
  if (!row || (code !== undefined && code !== row.code)) throw missing();
  const members = await ctx.db
    .selectFrom('team_member')
    .innerJoin('person', 'person.id', 'team_member.person_id')
    .leftJoin('staff_role', 'staff_role.id', 'person.staff_role_id')
    .select(['person.id', 'person.code', 'person.name', 'person.email', 'person.job_title', 'person.is_active', 'staff_role.name as role'])
    .where('team_member.team_id', '=', id)
    .orderBy('person.name')
    .execute();
  const works = await worksOn(ctx, { id: row.company_id, region: row.region });
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    company: row.company,
    company_id: row.company_id,
    lead: leadOf(row),
    members,
    updated_at: row.updated_at.toISOString(),
    may: { edit: works && allows(['teams', 'edit'], ctx.me), delete: works && allows(['teams', 'delete'], ctx.me) },
  };
}

export async function teamPeople(ctx: Ctx, { page, page_size, company_id }: Input<Calls['teamPeople']>): Promise<Result<Calls['teamPeople']>> {
  let query = ctx.db.selectFrom('person').where(visible('staff', ctx.me)).where('person.is_active', '=', true);
  if (company_id) {
    const company = await ctx.db.selectFrom('company').select('id').where('id', '=', company_id).where(visible('company', ctx.me)).executeTakeFirst();
    if (!company) throw missing();
    query = query.where('person.company_id', '=', company_id);
  }
  const { rows, count } = await pageOf(query, { page, page_size }, (q) => q.select(['id', 'code', 'name']).orderBy('name').orderBy('id'));
  return { count, results: rows };
}

export async function teamCreate(ctx: Ctx, { name, company_id, lead_id, member_ids }: Input<Calls['teamCreate']>): Promise<TeamFull> {
  const home = ctx.me.companyId ?? company_id;
  if (home === undefined) throw invalid({ company_id: messages.requiredParameter.en });
  const company = await ctx.db.selectFrom('company').select(['id', 'region']).where('id', '=', home).executeTakeFirst();
  if (!company || (company_id !== undefined && company_id !== home) || !(await worksOn(ctx, company))) throw missing();
  const row = await ctx.db.insertInto('team').values({ company_id: home, name }).returning(['id', 'code']).executeTakeFirstOrThrow().catch(nameTaken);
  await fill(ctx, row.id, home, lead_id, member_ids);
  const after = await teamDetails(ctx, { id: row.id });
  await audit(ctx.db, ctx, { kind: 'add', document: 'teams', id: row.id, code: row.code, after: facts(after) });
  return after;
}

export async function teamUpdate(ctx: Ctx, { id, name, lead_id, member_ids }: Input<Calls['teamUpdate']>): Promise<TeamFull> {
  const before = await ours(ctx, id);
  await ctx.db
    .updateTable('team')
    .set({ name: name ?? before.name, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
    .catch(nameTaken);
  await fill(ctx, id, before.company_id, lead_id === undefined ? (before.lead?.id ?? null) : lead_id, member_ids ?? before.members.map((m) => m.id));
  const after = await teamDetails(ctx, { id });
  await audit(ctx.db, ctx, { kind: 'edit', document: 'teams', id, code: before.code, before: facts(before), after: facts(after) });
  return after;
}

export async function teamDelete(ctx: Ctx, { id }: Input<Calls['teamDelete']>): Promise<Result<Calls['teamDelete']>> {
  const before = await ours(ctx, id);
  await ctx.db.updateTable('team').set({ deleted_at: new Date(), lead_id: null }).where('id', '=', id).execute();
  await ctx.db.deleteFrom('team_member').where('team_id', '=', id).execute();
  await audit(ctx.db, ctx, { kind: 'delete', document: 'teams', id, code: before.code, before: facts(before) });
  return { id };
}

const facts = (team: TeamFull) => ({ name: team.name, lead: team.lead?.name ?? null, members: team.members.map((m) => m.name) });

async function ours(ctx: Ctx, id: number): Promise<TeamFull> {
  await ctx.db.selectFrom('team').select('id').where('id', '=', id).where(visible('team', ctx.me)).forUpdate().execute();
  const team = await teamDetails(ctx, { id });
  const company = await ctx.db.selectFrom('company').select(['id', 'region']).where('id', '=', team.company_id).executeTakeFirstOrThrow();
  if (!(await worksOn(ctx, company))) throw new Refusal('forbidden', 'This team works outside your region');
  return team;
}

/** Members and lead are staff of the team's company; a lead is a member. */
async function fill(ctx: Ctx, id: number, companyId: number, leadId: number | null, memberIds: readonly number[]): Promise<void> {
  const wanted = [...new Set([...memberIds, ...(leadId === null ? [] : [leadId])])];
  const known =
    wanted.length === 0
      ? []
      : await ctx.db
          .selectFrom('person')
          .select('id')
          .where('id', 'in', wanted)
          .where('company_id', '=', companyId)
          .where(visible('staff', ctx.me))
          .execute();
  const ids = new Set(known.map((p) => p.id));
  if (leadId !== null && !ids.has(leadId)) throw invalid({ lead_id: 'is not a member of staff' });
  if (ids.size !== wanted.length) throw invalid({ member_ids: 'has somebody who is not a member of staff' });
  await ctx.db.deleteFrom('team_member').where('team_id', '=', id).execute();
  if (wanted.length > 0)
    await ctx.db
      .insertInto('team_member')
      .values(wanted.map((person_id) => ({ team_id: id, person_id })))
      .execute();
  await ctx.db.updateTable('team').set({ lead_id: leadId }).where('id', '=', id).execute();
}

function nameTaken(problem: unknown): never {
  if (isTaken(problem))
    throw new Refusal('conflict', 'There is a team of this name already', { fields: { name: 'There is a team of this name already' } });
  throw problem;
}
