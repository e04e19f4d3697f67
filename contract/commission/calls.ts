import { z } from 'zod';
import { ApprovalRequestLink, OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  csvPartNumber,
  day,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  rowCompanyFields,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { amountLimits, toCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { accumulationPeriods, commissionBases, commissionBeneficiaries, commissionRuleKinds } from './kinds.ts';
import { commissionMachine } from './machine.ts';

const base = '/api/v2/commission' as const;
const byId = z.object({ id });
const keepers = ['admin', 'superadmin'] as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;

export const CommissionSummary = z.object({
  id: z.number(),
  code: z.string(),
  ...rowCompanyFields,
  beneficiary: z.enum(commissionBeneficiaries),
  /** The beneficiary's name; null for the platform. */
  beneficiary_name: z.string().nullable(),
  rule: z.string(),
  property: z.string().nullable(),
  base_cents: z.number(),
  amount_cents: z.number(),
  tax_cents: z.number(),
  happened_on: day,
  status: stateSchema(commissionMachine),
  /** The commission reverses an earlier commission. */
  takes_back: z.boolean(),
});
export type CommissionSummary = z.output<typeof CommissionSummary>;

const Tier = z.object({ upto: z.number().nullable(), bps: z.number() });
const Terms = z.object({
  kind: z.enum(commissionRuleKinds),
  bps: z.number().nullable(),
  fixed_cents: z.number().nullable(),
  tiers: z.array(Tier).nullable(),
  min_cents: z.number(),
  max_cents: z.number().nullable(),
  vat_bps: z.number(),
  per: z.enum(accumulationPeriods),
});

/** A commission with its calculation, in the order of a manual calculation. */
export const CommissionDetails = CommissionSummary.extend({
  terms: Terms,
  rule_version: z.number(),
  basis: z.enum(commissionBases),
  heap_before_cents: z.number(),
  heap_cents: z.number(),
  accrued_before_cents: z.number(),
  /** The payment on which the commission was earned, if the reader has a page for it. */
  payment: z.object({ id: z.number(), code: z.string() }).nullable(),
  invoice: z.object({ id: z.number(), code: z.string() }).nullable(),
  home: z.string().nullable(),
  tenant: z.string().nullable(),
  /** The day on which the commission was posted; null before the tenancy begins. */
  booked_on: day.nullable(),
  tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
  journal: z.object({ id: z.number(), code: z.string() }).nullable(),
  /** The commission is only recorded, because the company collects its money itself. */
  memo: z.boolean(),
  other: z.object({ id: z.number(), code: z.string() }).nullable(),
  note: z.string(),
});
export type CommissionDetails = z.output<typeof CommissionDetails>;

export const CommissionRule = Terms.extend({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  version: z.number(),
  beneficiary: z.enum(commissionBeneficiaries),
  basis: z.enum(commissionBases),
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  property: z.object({ id: z.number(), name: z.string() }).nullable(),
  mandate: z.string().nullable(),
  region: z.string().nullable(),
  months: z.number().nullable(),
  starts_on: day,
  ends_on: day.nullable(),
  priority: z.number(),
  created_at: moment,
  created_by: z.string().nullable(),
  /** An open request to replace or end the rule. */
  request: OpenApprovalRequest.nullable(),
});
export type CommissionRule = z.output<typeof CommissionRule>;

const bps = z.number().int().min(0).max(10_000);
const money = amountSchema(amountLimits.charge, 1);
const fields = {
  name: singleLine.min(3).max(120),
  beneficiary: z.enum(commissionBeneficiaries),
  basis: z.enum(commissionBases),
  kind: z.enum(commissionRuleKinds),
  bps: bps.nullable().default(null),
  fixed_cents: money.nullable().default(null),
  tiers: z
    .array(z.strictObject({ upto: money.nullable(), bps }))
    .min(1)
    .max(8)
    .nullable()
    .default(null)
    .refine((tiers) => tiers === null || tiers.every((tier, n) => (tier.upto === null) === (n === tiers.length - 1) && rises(tiers[n - 1], tier)), {
      error: () => m.commission_problem_tiers(),
    }),
  min_cents: amountSchema(amountLimits.charge).default(toCents(0)),
  max_cents: money.nullable().default(null),
  vat_bps: bps.default(0),
  per: z.enum(accumulationPeriods).default('invoice'),
  company_id: id.nullable().default(null),
  property_id: id.nullable().default(null),
  region: countyCodeShape.nullable().default(null),
  months: z.number().int().min(1).max(120).nullable().default(null),
  starts_on: day,
  ends_on: day.nullable().default(null),
  priority: z.number().int().min(0).max(1000).default(0),
};
/** Why a rule is created or replaced, for the person who approves it. */
const reason = z.string().trim().min(3).max(500);
export const CommissionRuleFields = z.strictObject(fields);
export type CommissionRuleFields = z.output<typeof CommissionRuleFields>;
const rises = (before: { upto: number | null } | undefined, tier: { upto: number | null }): boolean =>
  before === undefined || before.upto === null || tier.upto === null || before.upto < tier.upto;
const commissionFilters = buildFilterSchema({
  q: searchText,
  status: stateSchema(commissionMachine),
  beneficiary: z.enum(commissionBeneficiaries),
  company_id: id,
  region: countyCodeShape,
  ...dayRange,
});
const sorts = ['happened_on', 'amount_cents', 'id'] as const;

export const commissionCalls = {
  list: call({
    method: 'GET',
    path: `${base}/all_commissions/`,
    summary: 'List commissions the caller’s company earned or paid; all for the platform',
    needs: ['commission', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(sorts, '-happened_on'),
      z_filter: commissionFilters,
    }),
    /** Totals of all rows and not of the page; `waits`: the part deducted at move-in, including tax. */
    result: buildListSchema(CommissionSummary).extend({
      base_cents: z.number(),
      amount_cents: z.number(),
      tax_cents: z.number(),
      waits_cents: z.number(),
    }),
    fails: [],
  }),
  exportCsv: call({
    method: 'GET',
    path: `${base}/export_commissions/`,
    summary: 'Export the filtered commissions as CSV, in parts of 5,000 rows',
    needs: ['commission', 'read'],
    query: z.object({ z_filter: commissionFilters, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  commissionDetails: call({
    method: 'GET',
    path: `${base}/commission_details/`,
    summary: 'Get a commission with its calculation',
    needs: ['commission', 'read'],
    query: byId,
    result: CommissionDetails,
    fails: ['notFound'],
  }),
  listMonths: call({
    method: 'GET',
    path: `${base}/months/`,
    summary: 'Get the monthly commission earned by the caller’s company in the last twelve months',
    needs: { only: companies, with: ['commission', 'read'] },
    result: z.object({
      results: z.array(z.object({ month: day, base_cents: z.number(), amount_cents: z.number(), tax_cents: z.number(), count: z.number() })),
    }),
    fails: [],
  }),
  reportMistake: call({
    method: 'POST',
    path: `${base}/note/`,
    summary: 'Report an error in a commission to the platform',
    needs: { only: companies, with: ['commission', 'read'] },
    query: byId,
    body: z.strictObject({ note: z.string().trim().min(10).max(1000) }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'commission',
  }),
  listRules: call({
    method: 'GET',
    path: `${base}/all_rules/`,
    summary: 'List current and future commission rules, newest first; replaced and ended ones on request',
    needs: { only: keepers, with: ['commission_settings', 'read'] },
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ beneficiary: z.enum(commissionBeneficiaries), past: z.enum(['true']) }),
    }),
    /** `request`: an open request for a new rule; `limits`: what a rule can set, and the first day of a rule that costs an owner more. */
    result: buildListSchema(CommissionRule).extend({
      request: OpenApprovalRequest.nullable(),
      limits: z.object({ ceiling_bps: z.number(), ceiling_cents: z.number(), notice_days: z.number() }),
    }),
    fails: [],
  }),
  ruleCreate: call({
    method: 'POST',
    path: `${base}/create_rule/`,
    summary: 'Request a commission rule for receipts from its first day; another person approves it',
    needs: { only: keepers, with: ['commission_settings', 'create'] },
    body: z.strictObject({ ...fields, reason }),
    result: ApprovalRequestLink,
    fails: ['invalid', 'conflict'],
    document: 'commission_settings',
  }),
  ruleReplace: call({
    method: 'PATCH',
    path: `${base}/replace_rule/`,
    summary: 'Request a new version of a commission rule; another person approves it, and commissions already accrued do not change',
    needs: { only: keepers, with: ['commission_settings', 'edit'] },
    query: byId,
    body: z.strictObject({ ...fields, reason, version: z.number().int().min(1) }),
    result: ApprovalRequestLink,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'commission_settings',
  }),
  ruleEnd: call({
    method: 'DELETE',
    path: `${base}/end_rule/`,
    summary: 'Request the end of a commission rule; another person approves it',
    needs: { only: keepers, with: ['commission_settings', 'delete'] },
    query: byId,
    result: ApprovalRequestLink,
    fails: ['notFound', 'conflict'],
    document: 'commission_settings',
  }),
} as const;
