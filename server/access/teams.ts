import { sql } from 'kysely';
import type { accessCalls } from '#contract/access/all-calls.ts';
import { isAllowed } from '#contract/access/grants.ts';
import type { TeamDetails } from '#contract/access/people-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, change, from, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { asUnproved } from '#server/kernel/scoped-row.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { containsTextSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { accessItemNotFound, assertNoTeamLimit, canManageCompany, getLimitedTeamIds } from './property-limits.ts';
import { mandateInForceSql } from './scopes.ts';

type Calls = typeof accessCalls;

const found = (ctx: Ctx) =>
  from(ctx, 'team').innerJoin('company', 'company.id', 'team.company_id').leftJoin('person as head', 'head.id', 'team.lead_id');
const columns = [
  'team.id',
  'team.code',
  'team.name',
  'team.company_id',
  'team.limited',
  'team.revision',
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

/** Properties of a team, as far as the caller sees them. */
const owned = (ctx: Ctx) =>
  sql<number>`(select count(*) from team_property tp join property on property.id = tp.property_id where tp.team_id = team.id and ${visibleTo('property', ctx.me)})`;
/** Properties a company works on: its own and those under a mandate. */
const workedBy = (company: number) => sql<boolean>`(property.company_id = ${company} or exists (
  select 1 from mandate m where m.agent_company_id = ${company} and m.owner_company_id = property.company_id and ${mandateInForceSql('m')}
    and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = property.id))))`;

export async function listTeams(
  ctx: Ctx,
  { page, page_size, sort, z_filter: f = {} }: HandlerInput<Calls['listTeams']>,
): Promise<HandlerResult<Calls['listTeams']>> {
  let query = found(ctx);
  if (f.name) query = query.where(containsTextSql('team.name', f.name));
  if (f.company) query = query.where(containsTextSql('company.name', f.company));
  const order = sort.startsWith('-') ? `-team.${sort.slice(1)}` : `team.${sort}`;
  const size = sql<number>`(select count(*) from team_member tm where tm.team_id = team.id)`;
  const count = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select([...columns])
    .select([size.as('members'), owned(ctx).as('properties')])
    .orderBy(orderByColumn(order))
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
      limited: r.limited,
      properties: r.properties,
      updated_at: r.updated_at.toISOString(),
    })),
  };
}

export async function readTeamDetails(ctx: Ctx, { id, code }: HandlerInput<Calls['teamDetails']>): Promise<TeamDetails> {
  const row = await found(ctx)
    .select([...columns])
    .where('team.id', '=', id)
    .executeTakeFirst();
  if (!row || (code !== undefined && code !== row.code)) throw accessItemNotFound();
  const members = await from(ctx, 'team_member')
    .$call(asUnproved)
    .innerJoin('person', 'person.id', 'team_member.person_id')
    .leftJoin('staff_role', 'staff_role.id', 'person.staff_role_id')
    .select(['person.id', 'person.code', 'person.name', 'person.email', 'person.job_title', 'person.is_active', 'staff_role.name as role'])
    .where('team_member.team_id', '=', id)
    .orderBy('person.name')
    .execute();
  const properties = await from(ctx, 'team_property')
    .$call(asUnproved)
    .innerJoin('property', 'property.id', 'team_property.property_id')
    .select(['property.id', 'property.code', 'property.name'])
    .where('team_property.team_id', '=', id)
    .where(visibleTo('property', ctx.me))
    .orderBy('property.name')
    .orderBy('property.id')
    .execute();
  const works = canManageCompany(ctx, { id: row.company_id, region: row.region });
  const free = getLimitedTeamIds(ctx).length === 0;
  const near = free || getLimitedTeamIds(ctx).includes(id);
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    company: row.company,
    company_id: row.company_id,
    lead: leadOf(row),
    members,
    limited: row.limited,
    properties,
    revision: row.revision,
    updated_at: row.updated_at.toISOString(),
    may: {
      edit: works && near && isAllowed(['teams', 'edit'], ctx.me),
      limit: works && free && isAllowed(['teams', 'edit'], ctx.me),
      delete: works && free && isAllowed(['teams', 'delete'], ctx.me),
    },
  };
}

/** The requested company: the caller's own, or one that the platform manages. */
async function companyMeant(ctx: Ctx, company_id: number | undefined): Promise<number | null> {
  if (company_id === undefined) return ctx.me.companyId;
  const company = await from(ctx, 'company').select('id').where('id', '=', company_id).executeTakeFirst();
  if (!company) throw accessItemNotFound();
  return company.id;
}

export async function listTeamPeople(
  ctx: Ctx,
  { page, page_size, company_id }: HandlerInput<Calls['teamPeople']>,
): Promise<HandlerResult<Calls['teamPeople']>> {
  let query = from(ctx, 'person:staff').where('person.is_active', '=', true);
  const company = await companyMeant(ctx, company_id);
  if (company !== null) query = query.where('person.company_id', '=', company);
  const { rows, count } = await readPage(query, { page, page_size }, (q) => q.select(['id', 'code', 'name']).orderBy('name').orderBy('id'));
  return { count, results: rows };
}

export async function listTeamProperties(
  ctx: Ctx,
  { page, page_size, company_id, z_filter: f = {} }: HandlerInput<Calls['teamProperties']>,
): Promise<HandlerResult<Calls['teamProperties']>> {
  const company = await companyMeant(ctx, company_id);
  let query = from(ctx, 'property');
  if (company !== null) query = query.where(workedBy(company));
  if (f.name) query = query.where(containsTextSql('property.name', f.name));
  const { rows, count } = await readPage(query, { page, page_size }, (q) =>
    q.select(['property.id', 'property.code', 'property.name']).orderBy('property.name').orderBy('property.id'),
  );
  return { count, results: rows };
}

export async function createTeam(ctx: Ctx, given: HandlerInput<Calls['teamCreate']>): Promise<TeamDetails> {
  assertNoTeamLimit(ctx);
  const { name, company_id, limited } = given;
  if (!limited && given.property_ids.length > 0) throw invalidInputRefusal({ property_ids: m.access_problem_unlimited_team() });
  const home = ctx.me.companyId ?? company_id;
  if (home === undefined) throw invalidInputRefusal({ company_id: sentence('requiredParameter') });
  const company = await from(ctx, 'company').select(['id', 'region']).where('id', '=', home).executeTakeFirst();
  if (!company || (company_id !== undefined && company_id !== home) || !canManageCompany(ctx, company)) throw accessItemNotFound();
  const row = await add(ctx, 'team').values({ company_id: home, name, limited }).returning(['id', 'code']).executeTakeFirstOrThrow().catch(nameTaken);
  await fill(ctx, row.id, home, given.lead_id, given.member_ids);
  await choose(ctx, row.id, home, given.property_ids);
  const after = await readTeamDetails(ctx, { id: row.id });
  await audit(ctx.db, ctx, { kind: 'add', document: 'teams', id: row.id, code: row.code, after: facts(after) });
  return after;
}

export async function updateTeam(ctx: Ctx, { id, revision, ...given }: HandlerInput<Calls['teamUpdate']>): Promise<TeamDetails> {
  const before = await ours(ctx, id);
  if (revision !== undefined && revision !== before.revision) throw new Refusal('conflict', sentence('editConflict'), { current: before });
  const lead_id = given.lead_id === undefined ? (before.lead?.id ?? null) : given.lead_id;
  const member_ids = withLead(given.member_ids ?? before.members.map((m) => m.id), lead_id);
  const limited = given.limited ?? before.limited;
  if (!limited && given.property_ids?.length) throw invalidInputRefusal({ property_ids: m.access_problem_unlimited_team() });
  const property_ids = limited ? (given.property_ids ?? before.properties.map((p) => p.id)) : [];
  const moved = limited !== before.limited || differs(property_ids, before.properties) || differs(member_ids, before.members);
  if (moved || !before.may.edit) assertNoTeamLimit(ctx);
  await change(ctx, 'team')
    .set({ name: given.name ?? before.name, limited, revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow)
    .catch(nameTaken);
  await fill(ctx, id, before.company_id, lead_id, member_ids);
  await choose(ctx, id, before.company_id, property_ids);
  const after = await readTeamDetails(ctx, { id });
  await audit(ctx.db, ctx, { kind: 'edit', document: 'teams', id, code: before.code, before: facts(before), after: facts(after) });
  return after;
}

/** A team leader is a member. */
const withLead = (memberIds: readonly number[], leadId: number | null): number[] => [
  ...new Set([...memberIds, ...(leadId === null ? [] : [leadId])]),
];

const differs = (ids: readonly number[], rows: readonly { id: number }[]): boolean =>
  ids.length !== rows.length || rows.some((row) => !ids.includes(row.id));

export async function deleteTeam(ctx: Ctx, { id }: HandlerInput<Calls['teamDelete']>): Promise<HandlerResult<Calls['teamDelete']>> {
  const before = await ours(ctx, id);
  assertNoTeamLimit(ctx);
  await change(ctx, 'team').set({ deleted_at: clock.now(), lead_id: null }).where('id', '=', id).$call(oneRow);
  await unscopedTable(ctx.db, 'team_member', 'rows of the team that was just deleted').remove().where('team_id', '=', id).execute();
  await unscopedTable(ctx.db, 'team_property', 'rows of the team that was just deleted').remove().where('team_id', '=', id).execute();
  await enqueueJob(ctx.db, 'team.deleted', { teamId: id });
  await audit(ctx.db, ctx, { kind: 'delete', document: 'teams', id, code: before.code, before: facts(before) });
  return { id };
}

const facts = (team: TeamDetails) => ({
  name: team.name,
  lead: team.lead?.name ?? null,
  members: team.members.map((m) => m.name),
  properties: team.limited ? team.properties.map((p) => p.name) : 'all',
});

/** Sets the team's properties among those its company works on and the caller sees; the other properties of the team stay. */
async function choose(ctx: Ctx, id: number, companyId: number, propertyIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(propertyIds)];
  const choosable = from(ctx, 'property').select('property.id').where(workedBy(companyId));
  const known = wanted.length === 0 ? [] : await choosable.where('property.id', 'in', wanted).execute();
  if (known.length !== wanted.length) throw invalidInputRefusal({ property_ids: m.access_problem_foreign_property() });
  await remove(ctx, 'team_property').where('team_id', '=', id).where('property_id', 'in', from(ctx, 'property').select('property.id')).execute();
  if (wanted.length > 0)
    await add(ctx, 'team_property')
      .values(wanted.map((property_id) => ({ team_id: id, property_id })))
      .execute();
}

async function ours(ctx: Ctx, id: number): Promise<TeamDetails> {
  await from(ctx, 'team').select('id').where('id', '=', id).forUpdate().execute();
  const team = await readTeamDetails(ctx, { id });
  const company = await from(ctx, 'company').select(['id', 'region']).where('id', '=', team.company_id).executeTakeFirstOrThrow();
  if (!canManageCompany(ctx, company)) throw new Refusal('forbidden', m.access_refusal_team_region());
  return team;
}

/** Members and leader must be staff of the team's company. */
async function fill(ctx: Ctx, id: number, companyId: number, leadId: number | null, memberIds: readonly number[]): Promise<void> {
  const wanted = withLead(memberIds, leadId);
  const known =
    wanted.length === 0 ? [] : await from(ctx, 'person:staff').select('id').where('id', 'in', wanted).where('company_id', '=', companyId).execute();
  const ids = new Set(known.map((p) => p.id));
  if (leadId !== null && !ids.has(leadId)) throw invalidInputRefusal({ lead_id: m.access_problem_lead() });
  if (ids.size !== wanted.length) throw invalidInputRefusal({ member_ids: m.access_problem_members() });
  await remove(ctx, 'team_member').where('team_id', '=', id).execute();
  if (wanted.length > 0)
    await add(ctx, 'team_member')
      .values(wanted.map((person_id) => ({ team_id: id, person_id })))
      .execute();
  await change(ctx, 'team').set({ lead_id: leadId }).where('id', '=', id).$call(oneRow);
}

function nameTaken(problem: unknown): never {
  if (isUniqueViolation(problem)) throw new Refusal('conflict', m.access_refusal_team_name(), { fields: { name: m.access_refusal_team_name() } });
  throw problem;
}

/** Whether the team of an invitation still exists; `hold` locks it while a person joins. */
export async function isExistingTeam(db: Db, team_id: number, hold = false): Promise<boolean> {
  const team = unscopedTable(db, 'team', 'the key of the invitation grants access')
    .select()
    .select('id')
    .where('id', '=', team_id)
    .where('deleted_at', 'is', null);
  return (await (hold ? team.forShare() : team).executeTakeFirst()) !== undefined;
}

/** Adds a person to the team and reports success; without their team they would have access to everything. */
export async function joinTeam(db: Db, team_id: number, person_id: number): Promise<boolean> {
  const stands = await isExistingTeam(db, team_id, true);
  if (stands)
    await add({ db }, 'team_member')
      .values({ team_id, person_id })
      .onConflict((oc) => oc.doNothing())
      .execute();
  return stands;
}
