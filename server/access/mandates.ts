import { sql } from 'kysely';
import type { accessCalls } from '#contract/access/all-calls.ts';
import type { Mandate } from '#contract/access/calls.ts';
import { defaultGrants } from '#contract/access/grants.ts';
import { effective } from '#contract/access/reach.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { contains } from '#server/kernel/list.ts';
import { insist, missing } from './reach.ts';
import { visible } from './scopes.ts';

type Calls = typeof accessCalls;

/** An agent never does more for an owner than agents may do at all, nor more than the owner may. */
const most = effective([...defaultGrants.agent], defaultGrants.owner);
/** What an agent starts with: letting, without the owner's books. */
const startingGrants = [...most].filter((grant) => /^(property|units|tours|booking|offers|tenancies|tenants)\.(read|create|edit)$/.test(grant));

const found = (ctx: Ctx) =>
  ctx.db.selectFrom('mandate').innerJoin('company as agent', 'agent.id', 'mandate.agent_company_id').where(visible('mandate', ctx.me));
const columns = [
  'mandate.id',
  'mandate.code',
  'mandate.grants',
  'mandate.owner_company_id',
  'mandate.created_at',
  'mandate.updated_at',
  'agent.id as agent_id',
  'agent.code as agent_code',
  'agent.name as agent_name',
  'agent.is_active as agent_active',
] as const;

type Row = {
  id: number;
  code: string;
  grants: string[];
  created_at: Date;
  updated_at: Date;
  agent_id: number;
  agent_code: string;
  agent_name: string;
  agent_active: boolean;
};
const toMandate = (ctx: Ctx, r: Row): Mandate => ({
  id: r.id,
  code: r.code,
  agent: { id: r.agent_id, code: r.agent_code, name: r.agent_name, is_active: r.agent_active },
  grants: [...effective(r.grants, most)],
  grantable: [...most].filter((grant) => ctx.me.grants.has(grant)),
  created_at: r.created_at.toISOString(),
  updated_at: r.updated_at.toISOString(),
});

export async function mandates(ctx: Ctx, { page, page_size, z_filter: f = {} }: Input<Calls['mandates']>): Promise<Result<Calls['mandates']>> {
  let query = found(ctx);
  if (f.name) query = query.where(contains('agent.name', f.name));
  const all = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select([...columns])
    .orderBy('agent.name')
    .orderBy('mandate.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  return { count: all.n, results: rows.map((row) => toMandate(ctx, row)) };
}

async function ours(ctx: Ctx, id: number) {
  const row = await found(ctx)
    .select([...columns])
    .where('mandate.id', '=', id)
    .forUpdate('mandate')
    .executeTakeFirst();
  if (!row) throw missing();
  const keeps = ctx.me.companyId === row.owner_company_id || ctx.me.role === 'superadmin' || ctx.me.role === 'admin';
  if (!keeps) throw new Refusal('forbidden', 'Only the owner changes what an agent may do');
  return row;
}

export async function mandateUpdate(ctx: Ctx, { id, grants }: Input<Calls['mandateUpdate']>): Promise<Mandate> {
  const row = await ours(ctx, id);
  insist(ctx.me, grants);
  insist(ctx.me, effective(row.grants, most));
  const kept = [...effective(grants, most)];
  await ctx.db.updateTable('mandate').set({ grants: kept, updated_at: new Date() }).where('id', '=', id).execute();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'agents', id, code: row.code, before: { grants: row.grants }, after: { grants: kept } });
  return toMandate(ctx, { ...row, grants: kept, updated_at: new Date() });
}

export async function mandateEnd(ctx: Ctx, { id }: Input<Calls['mandateEnd']>): Promise<Result<Calls['mandateEnd']>> {
  const row = await ours(ctx, id);
  await ctx.db.updateTable('mandate').set({ ended_at: new Date() }).where('id', '=', id).execute();
  await audit(ctx.db, ctx, { kind: 'delete', document: 'agents', id, code: row.code, before: { agent: row.agent_name, grants: row.grants } });
  return { id };
}

/** Links an owner's company and an agent's; once linked they stay as they are. For invitations. */
export const linkCompanies = (db: Db, owner: number, agent: number) =>
  db
    .insertInto('mandate')
    .values({ owner_company_id: owner, agent_company_id: agent, grants: startingGrants })
    .onConflict((oc) => oc.columns(['owner_company_id', 'agent_company_id']).where('ended_at', 'is', null).doNothing())
    .execute();

/** What an agent company may do for an owner company now: nothing without a mandate. */
export async function mandateGrants(db: Db, owner: number, agent: number) {
  const row = await db
    .selectFrom('mandate')
    .select('grants')
    .where('owner_company_id', '=', owner)
    .where('agent_company_id', '=', agent)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return effective(row?.grants ?? [], most);
}
