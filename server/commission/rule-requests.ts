import { z } from 'zod';
import { CommissionRuleFields, type commissionCalls } from '#contract/commission/calls.ts';
import {
  type CommissionRuleLimitField,
  type CommissionRuleLimits,
  findTermsAboveCeiling,
  getCommissionCeiling,
  getFirstCommissionRuleDay,
  maxCommissionVatBps,
} from '#contract/commission/rule-limits.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { convertPercentToBasisPoints, convertShillingsToCents, toPercent } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { defineRequestedAct, requestApproval } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { Env } from '#server/kernel/env.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { RequestedActs } from '#server/kernel/requested-acts.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { type CommissionRuleRow, formatCommissionRuleTerms } from './rule-terms.ts';
import {
  addCommissionRule,
  checkCommissionRule,
  endCommissionRule,
  hasOtherGeneralRule,
  listCommissionRules,
  lockLiveRule,
  readCommissionRule,
  replaceCommissionRule,
} from './rules.ts';

type Calls = typeof commissionCalls;
type LimitsEnv = Pick<
  Env,
  'COMMISSION_CEILING_PERCENT' | 'COMMISSION_FIRST_RENT_CEILING_PERCENT' | 'COMMISSION_CEILING_KES' | 'COMMISSION_NOTICE_DAYS'
>;
export const readCommissionLimits = (env: LimitsEnv): CommissionRuleLimits => ({
  ceilingBps: convertPercentToBasisPoints(env.COMMISSION_CEILING_PERCENT),
  firstCeilingBps: convertPercentToBasisPoints(env.COMMISSION_FIRST_RENT_CEILING_PERCENT),
  ceilingCents: convertShillingsToCents(env.COMMISSION_CEILING_KES),
  noticeDays: env.COMMISSION_NOTICE_DAYS,
});

function above(name: CommissionRuleLimitField, { basis }: CommissionRuleFields, limits: CommissionRuleLimits): Sentence {
  if (name === 'vat_bps') return m.commission_problem_vat({ percent: toPercent(maxCommissionVatBps) });
  if (basis === 'first_rent') return m.commission_problem_first_ceiling({ percent: toPercent(limits.firstCeilingBps) });
  return m.commission_problem_ceiling({ percent: toPercent(limits.ceilingBps), sum: formatKesPlain(limits.ceilingCents) });
}

/** The first day of a rule, if its terms are possible and within the ceilings. */
function checkRequest(given: CommissionRuleFields, before: CommissionRuleRow | null, limits: CommissionRuleLimits): Day {
  checkCommissionRule(given);
  const problems = findTermsAboveCeiling(given, limits).map((name) => [name, above(name, given, limits)]);
  if (problems.length > 0) throw invalidInputRefusal(Object.fromEntries(problems));
  return getFirstCommissionRuleDay(clock.today(), given, before && toCompared(before), limits);
}
const toCompared = ({ tiers, ...row }: CommissionRuleRow) => ({ ...row, tiers: tiers as CommissionRuleFields['tiers'] });

async function requestRule(
  ctx: Ctx,
  { reason, ...given }: HandlerInput<Calls['ruleCreate']>,
  before: CommissionRuleRow | null,
  limits: CommissionRuleLimits,
) {
  const first = checkRequest(given, before, limits);
  if (given.starts_on < first) throw invalidInputRefusal({ starts_on: m.commission_problem_notice({ day: formatLongDate(first) }) });
  const params = { rule: before?.id ?? null, version: before?.version ?? 0, fields: given, who: await readReach(ctx, given) };
  return requestApproval(ctx, 'commissionRule', { subjectId: before?.id ?? null, companyId: given.company_id, params, reason });
}
/** The company or property of a rule by name; an empty text is everyone. */
async function readReach(ctx: Ctx, { company_id, property_id, region }: Pick<CommissionRuleFields, 'company_id' | 'property_id' | 'region'>) {
  const named =
    property_id !== null
      ? await from(ctx, 'property').select('name').where('id', '=', property_id).executeTakeFirst()
      : company_id !== null
        ? await from(ctx, 'company').select('name').where('id', '=', company_id).executeTakeFirst()
        : null;
  if (named === undefined) throw invalidInputRefusal({ [property_id !== null ? 'property_id' : 'company_id']: m.commission_problem_reach() });
  return named?.name ?? region ?? '';
}

/**
 * The first day after the end of a rule. It ends after the notice if another rule can then apply, which can cost more: the general rule in place of
 * one for a company, property or county, or another general rule. Otherwise it ends now.
 */
async function findEndDay(ctx: Ctx, was: CommissionRuleRow, { noticeDays }: CommissionRuleLimits): Promise<Day> {
  const today = clock.today();
  if (was.beneficiary === 'dealer' || was.starts_on > today) return today;
  const own = was.company_id !== null || was.property_id !== null || was.region !== null;
  return addDays(today, own || (await hasOtherGeneralRule(ctx, was)) ? noticeDays : 0);
}

const ruleParams = z.object({
  rule: z.number().nullable(),
  version: z.number(),
  who: z.string(),
  fields: CommissionRuleFields.nullable(),
  name: z.string().default(''),
});
type RuleParams = z.output<typeof ruleParams>;

async function execute(ctx: Ctx, { rule, version, fields }: RuleParams, askedBy: number | null, limits: CommissionRuleLimits): Promise<void> {
  const was = rule === null ? null : await lockLiveRule(ctx, rule);
  if (was && was.version !== version) throw new Refusal('conflict', sentence('editConflict'));
  if (fields === null) {
    if (was) await endCommissionRule(ctx, was, await findEndDay(ctx, was, limits));
    return;
  }
  const first = checkRequest(fields, was, limits);
  // The days of notice count from the approval.
  const given = fields.starts_on < first ? { ...fields, starts_on: first } : fields;
  if (given.ends_on !== null && given.ends_on < given.starts_on) throw new Refusal('conflict', m.commission_refusal_over());
  const approved = { askedBy, ceilingBps: getCommissionCeiling(given, limits) };
  if (was) await replaceCommissionRule(ctx, was, given, approved);
  else await addCommissionRule(ctx, given, approved);
}

function describe({ rule, fields, who, name }: RuleParams): Sentence {
  if (fields === null) return m.commission_act_end({ name });
  const terms = formatCommissionRuleTerms(fields);
  const params = { name: fields.name, terms, who: who || m.commission_rule_everybody(), day: formatLongDate(fields.starts_on) };
  return rule === null ? m.commission_act_create(params) : m.commission_act_replace(params);
}

/** A new, changed or ended commission rule, which two people decide. */
export const commissionRuleActs: RequestedActs = {
  commissionRule: defineRequestedAct({
    params: ruleParams,
    document: 'commission_settings',
    describe,
    execute: (ctx, params, { asked_by }, { env }) => execute(ctx, params, asked_by, readCommissionLimits(env)),
  }),
};

export const commissionRuleHandlers = ({ env }: Pick<RunningServices, 'env'>) => {
  const limits = readCommissionLimits(env);
  return {
    listRules: async (ctx: Ctx, given: HandlerInput<Calls['listRules']>) => ({
      ...(await listCommissionRules(ctx, given)),
      limits: { ceiling_bps: limits.ceilingBps, ceiling_cents: limits.ceilingCents, notice_days: limits.noticeDays },
    }),
    ruleCreate: (ctx: Ctx, given: HandlerInput<Calls['ruleCreate']>) => requestRule(ctx, given, null, limits),
    ruleReplace: async (ctx: Ctx, { id, version, ...given }: HandlerInput<Calls['ruleReplace']>) => {
      const was = await lockLiveRule(ctx, id);
      if (was.version !== version) throw new Refusal('conflict', sentence('editConflict'), { current: await readCommissionRule(ctx, id) });
      return requestRule(ctx, given, was, limits);
    },
    ruleEnd: async (ctx: Ctx, { id }: HandlerInput<Calls['ruleEnd']>) => {
      const was = await lockLiveRule(ctx, id);
      const params = { rule: id, version: was.version, fields: null, who: '', name: was.name };
      return requestApproval(ctx, 'commissionRule', { subjectId: id, companyId: was.company_id, params, reason: m.access_act_no_reason() });
    },
  };
};
