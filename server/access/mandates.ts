import { sql } from 'kysely';
import type { accessCalls } from '#contract/access/all-calls.ts';
import type { Mandate } from '#contract/access/mandate-calls.ts';
import { getInitialMandateGrants, getMandateGrantCeiling, maxMandateGrants } from '#contract/access/mandate-rights.ts';
import { computeEffectiveGrants, findMissingGrants } from '#contract/access/permissions.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { CompanyKind } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, change, from, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { containsTextSql, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { notifyMandateAgent, publishMandateEnded, readMandatePropertyIds } from './mandate-end.ts';
import { assertOwnerGivesMoneyTerms } from './mandate-money.ts';
import { accessItemNotFound, assertCallerHasPermissions, getLimitedTeamIds, isWithinPropertyLimits } from './property-limits.ts';
import { mandateInForceSql } from './scopes.ts';

type Calls = typeof accessCalls;

const found = (ctx: Ctx) =>
  from(ctx, 'mandate')
    .innerJoin('company as agent', 'agent.id', 'mandate.agent_company_id')
    .innerJoin('company as owner', 'owner.id', 'mandate.owner_company_id');
type Chosen = { id: number; code: string; name: string };
const chosen = sql<Chosen[]>`(select coalesce(json_agg(json_build_object('id', p.id, 'code', p.code, 'name', p.name) order by p.name), '[]')
  from mandate_property mp join property p on p.id = mp.property_id and p.deleted_at is null where mp.mandate_id = mandate.id)`;
const columns = [
  'mandate.id',
  'mandate.code',
  'mandate.grants',
  'mandate.owner_company_id',
  'mandate.scope',
  'mandate.all_properties',
  'mandate.starts_on',
  'mandate.ends_on',
  'mandate.may_sign',
  'mandate.may_collect',
  'mandate.approval_limit_cents',
  'mandate.commission_bp',
  'mandate.created_at',
  'mandate.updated_at',
  'owner.name as owner_name',
  'agent.id as agent_id',
  'agent.code as agent_code',
  'agent.name as agent_name',
  'agent.is_active as agent_active',
] as const;
const rowsOf = (ctx: Ctx) => found(ctx).select([...columns, chosen.as('properties'), reach.as('reach'), mandateInForceSql('mandate').as('in_force')]);
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

/** All the properties a mandate names, ended ones included. */
const reach = sql<number[]>`array(select mp.property_id from mandate_property mp where mp.mandate_id = mandate.id)`;
const reachOf = (r: Pick<Row, 'all_properties' | 'reach'>) => (r.all_properties ? 'all' : r.reach);
const keeps = (ctx: Ctx, owner: number): boolean => ctx.me.companyId === owner || ctx.me.role === 'superadmin' || ctx.me.role === 'admin';
/** Whether the caller could give this mandate: staff must hold all of its permissions, on each of its properties. */
const couldGive = (ctx: Ctx, r: Row): boolean =>
  isWithinPropertyLimits(ctx, reachOf(r)) &&
  (ctx.me.companyId === null || findMissingGrants(ctx.me.grants, computeEffectiveGrants(r.grants, maxMandateGrants)).length === 0);

const toMandate = (ctx: Ctx, r: Row): Mandate => ({
  id: r.id,
  code: r.code,
  agent: { id: r.agent_id, code: r.agent_code, name: r.agent_name, is_active: r.agent_active },
  owner: { id: r.owner_company_id, name: r.owner_name },
  scope: r.scope,
  all_properties: r.all_properties,
  properties: r.properties,
  starts_on: r.starts_on,
  ends_on: r.ends_on,
  may_sign: r.may_sign,
  may_collect: r.may_collect,
  approval_limit_cents: r.approval_limit_cents,
  commission_bp: r.commission_bp,
  in_force: r.in_force,
  may: {
    edit: keeps(ctx, r.owner_company_id) && couldGive(ctx, r) && ctx.me.grants.has('agents.edit'),
    end: keeps(ctx, r.owner_company_id) && couldGive(ctx, r) && ctx.me.grants.has('agents.delete'),
  },
  grants: [...computeEffectiveGrants(r.grants, getMandateGrantCeiling(r.scope))],
  grantable: [...getMandateGrantCeiling(r.scope)].filter((grant) => ctx.me.grants.has(grant)),
  created_at: r.created_at.toISOString(),
  updated_at: r.updated_at.toISOString(),
});

export async function listMandates(
  ctx: Ctx,
  { page, page_size, z_filter: f = {} }: HandlerInput<Calls['listMandates']>,
): Promise<HandlerResult<Calls['listMandates']>> {
  const theirs = f.company_id ? sql`and ${f.company_id} in (mandate.owner_company_id, mandate.agent_company_id)` : sql``;
  const named = sql<boolean>`(${containsTextSql('agent.name', f.name ?? '')} or ${containsTextSql('owner.name', f.name ?? '')}) ${theirs}`;
  const all = await found(ctx).where(named).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  const rows = await rowsOf(ctx)
    .where(named)
    .orderBy('agent.name')
    .orderBy('mandate.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { count: all.n, results: rows.map((row) => toMandate(ctx, row)) };
}

async function ours(ctx: Ctx, id: number): Promise<Row> {
  const row = await rowsOf(ctx).where('mandate.id', '=', id).forUpdate('mandate').executeTakeFirst();
  if (!row) throw accessItemNotFound();
  if (!keeps(ctx, row.owner_company_id)) throw new Refusal('forbidden', m.access_refusal_owner_only());
  if (!isWithinPropertyLimits(ctx, reachOf(row))) throw new Refusal('forbidden', m.access_refusal_mandate_beyond());
  if (ctx.me.companyId !== null) assertCallerHasPermissions(ctx.me, computeEffectiveGrants(row.grants, maxMandateGrants));
  return row;
}

const termNames = ['scope', 'all_properties', 'starts_on', 'ends_on', 'may_sign', 'may_collect', 'approval_limit_cents', 'commission_bp'] as const;
type Terms = Pick<Row, (typeof termNames)[number]>;
const factsOf = (m: Mandate) => ({
  ...Object.fromEntries(termNames.map((name) => [name, m[name]])),
  grants: m.grants,
  properties: m.properties.map((p) => p.name),
});

export async function updateMandate(ctx: Ctx, { id, grants, property_ids, ...given }: HandlerInput<Calls['mandateUpdate']>): Promise<Mandate> {
  const row = await ours(ctx, id);
  const before = toMandate(ctx, row);
  const had = row.in_force ? await readMandatePropertyIds(ctx, row) : [];
  if (grants) {
    assertCallerHasPermissions(ctx.me, grants);
    assertCallerHasPermissions(ctx.me, computeEffectiveGrants(row.grants, maxMandateGrants));
  }
  const terms: Terms = { ...row, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  checkDays(terms);
  checkAll(ctx, terms.all_properties);
  assertOwnerGivesMoneyTerms(ctx, { terms: row, propertyIds: row.reach }, { terms, propertyIds: property_ids ?? row.reach });
  await change(ctx, 'mandate')
    .set({
      ...Object.fromEntries(termNames.map((name) => [name, terms[name]])),
      // The purpose limits the permissions: a narrower purpose removes the others.
      grants: [...computeEffectiveGrants(grants ?? row.grants, getMandateGrantCeiling(terms.scope))],
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .$call(oneRow);
  if (property_ids) await choose(ctx, id, row.owner_company_id, property_ids);
  const now = await rowsOf(ctx).where('mandate.id', '=', id).executeTakeFirstOrThrow();
  const after = toMandate(ctx, now);
  const has = new Set(now.in_force ? await readMandatePropertyIds(ctx, now) : []);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'agents', id, code: row.code, before: factsOf(before), after: factsOf(after) });
  await publishMandateEnded(
    ctx,
    row.owner_company_id,
    row.agent_id,
    had.filter((one) => !has.has(one)),
  );
  await notifyMandateAgent(ctx, after, 'mandate.changed', after.updated_at);
  return after;
}

function checkDays({ starts_on, ends_on }: Pick<Terms, 'starts_on' | 'ends_on'>): void {
  if (starts_on && ends_on && ends_on < starts_on) throw invalidInputRefusal({ ends_on: m.access_problem_ends_before() });
}

function checkAll(ctx: Ctx, all: boolean): void {
  if (all && !isWithinPropertyLimits(ctx, 'all')) throw invalidInputRefusal({ all_properties: m.access_problem_all_properties() });
}

/** Only the owner's own properties can be named in a mandate. */
async function choose(ctx: Ctx, id: number, owner: number, wanted: readonly number[]): Promise<void> {
  const ids = [...new Set(wanted)];
  const known =
    ids.length === 0
      ? []
      : await from(ctx, 'property').select('property.id').where('property.id', 'in', ids).where('property.company_id', '=', owner).execute();
  if (known.length !== ids.length) throw invalidInputRefusal({ property_ids: m.access_problem_owners_property() });
  await remove(ctx, 'mandate_property').where('mandate_id', '=', id).execute();
  if (ids.length > 0)
    await add(ctx, 'mandate_property')
      .values(ids.map((property_id) => ({ mandate_id: id, property_id })))
      .execute();
}

export async function createMandate(
  ctx: Ctx,
  { agent_company_id, owner_company_id, property_ids, grants, ...given }: HandlerInput<Calls['mandateCreate']>,
): Promise<Mandate> {
  const limited = getLimitedTeamIds(ctx).length > 0;
  const terms = { ...given, all_properties: given.all_properties ?? (!limited && property_ids.length === 0) };
  checkAll(ctx, terms.all_properties);
  if (limited && property_ids.length === 0) throw invalidInputRefusal({ property_ids: sentence('requiredParameter') });
  const owner = await companyOf(ctx, 'owner', ctx.me.companyId ?? owner_company_id);
  if (!owner || (owner_company_id !== undefined && owner_company_id !== owner))
    throw invalidInputRefusal({ owner_company_id: m.access_problem_owner_company() });
  const agent = await agentsOf(ctx, owner).where('company.id', '=', agent_company_id).select('company.id').executeTakeFirst();
  if (!agent) throw invalidInputRefusal({ agent_company_id: m.access_problem_agent_company() });
  checkDays(terms);
  assertOwnerGivesMoneyTerms(ctx, null, { terms, propertyIds: property_ids });
  const kept = grants
    ? [...computeEffectiveGrants(grants, getMandateGrantCeiling(terms.scope))]
    : getInitialMandateGrants(terms.scope).filter((grant) => ctx.me.grants.has(grant));
  assertCallerHasPermissions(ctx.me, kept);
  const made = await add(ctx, 'mandate')
    .values({ ...terms, owner_company_id: owner, agent_company_id, grants: kept })
    .onConflict((oc) => oc.columns(['owner_company_id', 'agent_company_id']).where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Refusal('conflict', m.access_refusal_mandate_exists());
  await choose(ctx, made.id, owner, property_ids);
  const after = toMandate(ctx, await rowsOf(ctx).where('mandate.id', '=', made.id).executeTakeFirstOrThrow());
  await audit(ctx.db, ctx, {
    kind: 'add',
    document: 'agents',
    id: after.id,
    code: after.code,
    after: { agent: after.agent.name, ...factsOf(after) },
  });
  await notifyMandateAgent(ctx, after, 'mandate.made', 'made');
  return after;
}

const companyOf = async (ctx: Ctx, kind: CompanyKind, id: number | undefined): Promise<number | null> => {
  if (id === undefined) return null;
  const row = await from(ctx, 'company').select('id').where('id', '=', id).where('kind', '=', kind).executeTakeFirst();
  return row?.id ?? null;
};

/** Agent companies the owner knows: one of their people is connected to it, or it had a mandate before. The platform knows all. */
const agentsOf = (ctx: Ctx, owner: number | null) =>
  unscopedTable(ctx.db, 'company', 'the query itself selects the agents whom the owner knows')
    .select()
    .where('company.kind', '=', 'agent')
    .where('company.is_active', '=', true)
    .where(
      ctx.me.companyId === null
        ? visibleTo('company', ctx.me)
        : sql<boolean>`(exists (select 1 from company_connection cc join person p on p.id = cc.person_id and p.company_id = company.id
            where cc.company_id = ${owner}) or exists (select 1 from mandate m where m.owner_company_id = ${owner} and m.agent_company_id = company.id))`,
    );

export async function listMandateAgents(
  ctx: Ctx,
  { page, page_size, z_filter: f = {} }: HandlerInput<Calls['mandateAgents']>,
): Promise<HandlerResult<Calls['mandateAgents']>> {
  const owner = ctx.me.companyId;
  let query = agentsOf(ctx, owner).where(
    sql<boolean>`not exists (select 1 from mandate m where m.owner_company_id = ${owner} and m.agent_company_id = company.id and m.ended_at is null)`,
  );
  if (f.name) query = query.where(containsTextSql('company.name', f.name));
  const { rows, count } = await readPage(query, { page, page_size }, (q) => q.select(['id', 'code', 'name']).orderBy('name').orderBy('id'));
  return { count, results: rows };
}

export async function endMandate(ctx: Ctx, { id }: HandlerInput<Calls['mandateEnd']>): Promise<HandlerResult<Calls['mandateEnd']>> {
  const row = await ours(ctx, id);
  await change(ctx, 'mandate').set({ ended_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'agents', id, code: row.code, before: { agent: row.agent_name, grants: row.grants } });
  await publishMandateEnded(ctx, row.owner_company_id, row.agent_id, await readMandatePropertyIds(ctx, row));
  await notifyMandateAgent(ctx, toMandate(ctx, row), 'mandate.ended', 'ended');
  return { id };
}
