import { sql } from 'kysely';
import type { CommissionRule, CommissionRuleFields, commissionCalls } from '#contract/commission/calls.ts';
import type { CommissionTier } from '#contract/commission/engine.ts';
import { isCommissionRuleAnnounced } from '#contract/commission/rule-limits.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { findOpenRequest } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { commissionNotFound } from './read.ts';
import type { CommissionRuleRow } from './rule-terms.ts';

type Calls = typeof commissionCalls;
type Fields = CommissionRuleFields;

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
  id: row.id,
  code: row.code,
  name: row.name,
  version: row.version,
  beneficiary: row.beneficiary,
  basis: row.basis,
  kind: row.kind,
  bps: row.bps,
  fixed_cents: row.fixed_cents,
  tiers: (row.tiers ?? null) as CommissionTier[] | null,
  min_cents: row.min_cents,
  max_cents: row.max_cents,
  vat_bps: row.vat_bps,
  per: row.per,
  region: row.region,
  months: row.months,
  starts_on: row.starts_on,
  ends_on: row.ends_on,
  priority: row.priority,
  company: row.company_id && row.company_name ? { id: row.company_id, name: row.company_name } : null,
  property: row.property_id && row.property_name ? { id: row.property_id, name: row.property_name } : null,
  mandate: row.mandate_code,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by_name,
  request: null,
});

export async function listCommissionRules(
  ctx: Ctx,
  { page, page_size, z_filter = {} }: HandlerInput<Calls['listRules']>,
): Promise<Omit<HandlerResult<Calls['listRules']>, 'limits'>> {
  let found = named(ctx);
  if (z_filter.beneficiary) found = found.where('commission_rule.beneficiary', '=', z_filter.beneficiary);
  if (!z_filter.past)
    found = found
      .where('commission_rule.replaced_at', 'is', null)
      .where(sql<boolean>`(commission_rule.ends_on is null or commission_rule.ends_on >= app.today())`);
  const { rows, count } = await readPage(found, { page, page_size }, (q) => shape(q).orderBy('commission_rule.id', 'desc'));
  const results: CommissionRule[] = [];
  for (const row of rows) results.push({ ...toRule(row), request: await findOpenRequest(ctx, 'commissionRule', row.id) });
  return { count, results, request: await findOpenRequest(ctx, 'commissionRule') };
}

export const readCommissionRule = async (ctx: Ctx, id: number): Promise<CommissionRule> => {
  const row = await shape(named(ctx)).where('commission_rule.id', '=', id).executeTakeFirst();
  if (!row) throw commissionNotFound();
  return toRule(row);
};

/** Valid combinations: a rate has a percentage, a dealer earns on payments to the platform, others on rent. */
export function checkCommissionRule(given: Fields): Fields {
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

/** A rule that a second person approved: who requested it, and the highest part of the base that it takes. */
type Approved = { readonly askedBy: number | null; readonly ceilingBps: number | null };
/** Saves a rule. Rules of the demo data are not approved and are not announced. */
export async function addCommissionRule(ctx: Ctx, given: Fields, approved?: Approved): Promise<CommissionRule> {
  const row = await add(ctx, 'commission_rule')
    .values({
      ...rowOf(checkCommissionRule(given)),
      created_by: approved?.askedBy ?? ctx.me.userId,
      ceiling_bps: approved?.ceilingBps ?? null,
      announce: approved !== undefined && isCommissionRuleAnnounced(given) ? 'start' : null,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'commission_settings', id: row.id, code: row.code, after: { ...given } });
  return readCommissionRule(ctx, row.id);
}

/** Locks a rule that can be replaced or ended: the newest version, and no rule of a mandate. */
export const lockLiveRule = async (ctx: Ctx, id: number) => {
  const row = await from(ctx, 'commission_rule')
    .selectAll()
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw commissionNotFound();
  // The terms of a mandate are changed in the mandate.
  if (row.mandate_id !== null) throw new Refusal('conflict', m.commission_refusal_mandate());
  const newer = await from(ctx, 'commission_rule')
    .select('code')
    .where('first_id', '=', row.first_id ?? row.id)
    .where('version', '>', row.version)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  if (newer) throw new Refusal('conflict', m.commission_refusal_newer({ code: newer.code }));
  return row;
};
/** Retires a rule at once if it has not started by the day, and otherwise lets it apply until the day before. */
async function endBefore(ctx: Ctx, was: CommissionRuleRow, day: Day, announce: 'end' | null): Promise<void> {
  const last = addDays(day, -1);
  const ended = was.starts_on >= day ? { replaced_at: clock.now(), announce: null } : { announce };
  await change(ctx, 'commission_rule')
    .set(was.starts_on >= day || (was.ends_on !== null && was.ends_on <= last) ? ended : { ...ended, ends_on: last })
    .where('id', '=', was.id)
    .$call(oneRow);
}

/** Adds the next version of a rule. The version before applies until the new one starts. */
export async function replaceCommissionRule(ctx: Ctx, was: CommissionRuleRow, given: Fields, { askedBy, ceilingBps }: Approved): Promise<void> {
  await endBefore(ctx, was, given.starts_on, null);
  const row = await add(ctx, 'commission_rule')
    .values({
      ...rowOf(checkCommissionRule(given)),
      first_id: was.first_id ?? was.id,
      version: was.version + 1,
      created_by: askedBy,
      ceiling_bps: ceilingBps,
      announce: isCommissionRuleAnnounced(given) ? 'start' : null,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'commission_settings', id: row.id, code: row.code, before: facts(was), after: { ...given } });
}
const facts = ({ ceiling_bps, first_id, replaced_at, created_at, created_by, mandate_id, code, id, version, announce, ...rest }: CommissionRuleRow) =>
  rest;

/** Whether another rule for everyone would apply after this one ended: on the same rent, or on every rent in place of a letting fee. */
export const hasOtherGeneralRule = async (ctx: Ctx, was: CommissionRuleRow): Promise<boolean> =>
  (await from(ctx, 'commission_rule')
    .select('commission_rule.id')
    .where('commission_rule.id', '<>', was.id)
    .where('beneficiary', '=', was.beneficiary)
    .where('basis', 'in', was.basis === 'first_rent' ? ['first_rent', 'rent_collected'] : [was.basis])
    .where('company_id', 'is', null)
    .where('property_id', 'is', null)
    .where('region', 'is', null)
    .where('replaced_at', 'is', null)
    .where(sql<boolean>`(ends_on is null or ends_on >= app.today())`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Ends a rule before a day. */
export async function endCommissionRule(ctx: Ctx, was: CommissionRuleRow, day: Day): Promise<void> {
  await endBefore(ctx, was, day, isCommissionRuleAnnounced(was) ? 'end' : null);
  await audit(ctx.db, ctx, {
    kind: 'delete',
    document: 'commission_settings',
    id: was.id,
    code: was.code,
    before: facts(was),
    after: { ends_on: addDays(day, -1) },
  });
}
