import { sql } from 'kysely';
import type { CommissionRule, commissionCalls } from '#contract/commission/calls.ts';
import type { CommissionTier } from '#contract/commission/engine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { commissionNotFound } from './read.ts';
import type { CommissionRuleRow } from './rule-terms.ts';

type Calls = typeof commissionCalls;
type Fields = HandlerInput<Calls['ruleCreate']>;

const named = (ctx: Ctx) =>
  from(ctx, 'commission_rule')
    .leftJoin('company', 'company.id', 'commission_rule.company_id')
    .leftJoin('property', 'property.id', 'commission_rule.property_id')
    .leftJoin('mandate', 'mandate.id', 'commission_rule.mandate_id')
    .leftJoin('person', 'person.id', 'commission_rule.created_by');
const shape = (query: ReturnType<typeof named>) =>
  query
    .selectAll('commission_rule')
    .select(['company.name as company_name', 'property.name as property_name', 'mandate.code as mandate_code', 'person.name as created_by_name']);
type Row = CommissionRuleRow & {
  company_name: string | null;
  property_name: string | null;
  mandate_code: string | null;
  created_by_name: string | null;
};

const toRule = (row: Row): CommissionRule => ({
  ...{
    id: row.id,
    code: row.code,
    name: row.name,
    version: row.version,
    beneficiary: row.beneficiary,
    basis: row.basis,
    kind: row.kind,
    bps: row.bps,
  },
  ...{
    fixed_cents: row.fixed_cents,
    tiers: (row.tiers ?? null) as CommissionTier[] | null,
    min_cents: row.min_cents,
    max_cents: row.max_cents,
    vat_bps: row.vat_bps,
  },
  ...{ per: row.per, region: row.region, months: row.months, starts_on: row.starts_on, ends_on: row.ends_on, priority: row.priority },
  company: row.company_id && row.company_name ? { id: row.company_id, name: row.company_name } : null,
  property: row.property_id && row.property_name ? { id: row.property_id, name: row.property_name } : null,
  mandate: row.mandate_code,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by_name,
});

export async function listCommissionRules(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listRules']>,
): Promise<HandlerResult<Calls['listRules']>> {
  let found = named(ctx);
  if (z_filter.beneficiary) found = found.where('commission_rule.beneficiary', '=', z_filter.beneficiary);
  if (!z_filter.past)
    found = found
      .where('commission_rule.replaced_at', 'is', null)
      .where(sql<boolean>`(commission_rule.ends_on is null or commission_rule.ends_on >= app.today())`);
  const { rows, count } = await readPage(found, { page, page_size }, (q) => shape(q).orderBy('commission_rule.id', 'desc'));
  return { count, results: rows.map(toRule) };
}

const one = async (ctx: Ctx, id: number): Promise<CommissionRule> => {
  const row = await shape(named(ctx)).where('commission_rule.id', '=', id).executeTakeFirst();
  if (!row) throw commissionNotFound();
  return toRule(row);
};

/** Valid combinations: a rate has a percentage, a dealer earns on payments to the platform, others on rent. */
function checked(given: Fields): Fields {
  const problems: Record<string, ReturnType<typeof m.commission_problem_rate>> = {};
  if ((given.kind === 'rate') !== (given.bps !== null)) problems.bps = m.commission_problem_rate();
  if ((given.kind === 'fixed') !== (given.fixed_cents !== null)) problems.fixed_cents = m.commission_problem_fixed();
  if ((given.kind === 'tiers') !== (given.tiers !== null)) problems.tiers = m.commission_problem_tiers();
  if (given.max_cents !== null && given.max_cents < given.min_cents) problems.max_cents = m.commission_problem_bounds();
  const ofPlatform = given.basis === 'plan_payment' || given.basis === 'featured_payment';
  if ((given.beneficiary === 'dealer') !== ofPlatform) problems.basis = m.commission_problem_basis();
  if (given.ends_on !== null && given.ends_on < given.starts_on) problems.ends_on = m.problem_day_order();
  if (Object.keys(problems).length > 0) throw invalidInputRefusal(problems);
  return given;
}
const rowOf = ({ tiers, ...given }: Fields) => ({ ...given, tiers: tiers === null ? null : JSON.stringify(tiers) });

export async function createCommissionRule(ctx: Ctx, given: Fields): Promise<HandlerResult<Calls['ruleCreate']>> {
  const row = await add(ctx, 'commission_rule')
    .values({ ...rowOf(checked(given)), created_by: ctx.me.userId })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'commission_settings', id: row.id, code: row.code, after: { ...given } });
  return one(ctx, row.id);
}

const live = async (ctx: Ctx, id: number) => {
  const row = await from(ctx, 'commission_rule')
    .selectAll()
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw commissionNotFound();
  // The terms of a mandate are changed in the mandate.
  if (row.mandate_id !== null) throw new Refusal('conflict', m.commission_refusal_mandate());
  return row;
};
const retire = (ctx: Ctx, id: number) => change(ctx, 'commission_rule').set({ replaced_at: clock.now() }).where('id', '=', id).$call(oneRow);

export async function replaceCommissionRule(
  ctx: Ctx,
  { id, version, ...given }: HandlerInput<Calls['ruleReplace']>,
): Promise<HandlerResult<Calls['ruleReplace']>> {
  const was = await live(ctx, id);
  if (was.version !== version) throw new Refusal('conflict', sentence('editConflict'), { current: await one(ctx, id) });
  await retire(ctx, id);
  const row = await add(ctx, 'commission_rule')
    .values({ ...rowOf(checked(given)), first_id: was.first_id ?? was.id, version: version + 1, created_by: ctx.me.userId })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'commission_settings', id: row.id, code: row.code, before: facts(was), after: { ...given } });
  return one(ctx, row.id);
}
const facts = ({ first_id, replaced_at, created_at, created_by, mandate_id, code, id, version, ...rest }: CommissionRuleRow) => rest;

export async function endCommissionRule(ctx: Ctx, { id }: HandlerInput<Calls['ruleEnd']>): Promise<HandlerResult<Calls['ruleEnd']>> {
  const was = await live(ctx, id);
  await retire(ctx, id);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'commission_settings', id, code: was.code, before: facts(was) });
  return { id };
}
