import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import {
  county,
  day,
  days,
  exported,
  filters,
  held,
  id,
  list,
  moment,
  page,
  pageSize,
  part,
  searchText,
  sortBy,
  tabs,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { cents, most as limits } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { bases, beneficiaries, heaps, ruleKinds } from './kinds.ts';
import { commissionMachine } from './machine.ts';

const base = '/api/v2/commission' as const;
const byId = z.object({ id });
const keepers = ['admin', 'superadmin'] as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;

export const CommissionHead = z.object({
  id: z.number(),
  code: z.string(),
  ...held,
  beneficiary: z.enum(beneficiaries),
  /** Whose it is; the platform's own has none. */
  beneficiary_name: z.string().nullable(),
  rule: z.string(),
  property: z.string().nullable(),
  base_cents: z.number(),
  amount_cents: z.number(),
  tax_cents: z.number(),
  happened_on: day,
  status: stateSchema(commissionMachine),
  /** It takes an earlier one back. */
  takes_back: z.boolean(),
});
export type CommissionHead = z.output<typeof CommissionHead>;

const Tier = z.object({ upto: z.number().nullable(), bps: z.number() });
const Terms = z.object({
  kind: z.enum(ruleKinds),
  bps: z.number().nullable(),
  fixed_cents: z.number().nullable(),
  tiers: z.array(Tier).nullable(),
  min_cents: z.number(),
  max_cents: z.number().nullable(),
  vat_bps: z.number(),
  per: z.enum(heaps),
});

/** How it was reckoned, in the order somebody would do it by hand. */
export const CommissionFull = CommissionHead.extend({
  terms: Terms,
  rule_version: z.number(),
  basis: z.enum(bases),
  heap_before_cents: z.number(),
  heap_cents: z.number(),
  accrued_before_cents: z.number(),
  /** What it was earned on, where the reader has a page of it. */
  payment: z.object({ id: z.number(), code: z.string() }).nullable(),
  invoice: z.object({ id: z.number(), code: z.string() }).nullable(),
  home: z.string().nullable(),
  tenant: z.string().nullable(),
  /** When it came into the books; null while it waits for the tenancy to begin. */
  booked_on: day.nullable(),
  tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
  journal: z.object({ id: z.number(), code: z.string() }).nullable(),
  /** Only remembered: the company holds its money itself. */
  memo: z.boolean(),
  other: z.object({ id: z.number(), code: z.string() }).nullable(),
  note: z.string(),
});
export type CommissionFull = z.output<typeof CommissionFull>;

export const CommissionRule = Terms.extend({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  version: z.number(),
  beneficiary: z.enum(beneficiaries),
  basis: z.enum(bases),
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
});
export type CommissionRule = z.output<typeof CommissionRule>;

const bps = z.number().int().min(0).max(10_000);
const money = amount(limits.charge, 1);
const fields = {
  name: line.min(3).max(120),
  beneficiary: z.enum(beneficiaries),
  basis: z.enum(bases),
  kind: z.enum(ruleKinds),
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
  min_cents: amount(limits.charge).default(cents(0)),
  max_cents: money.nullable().default(null),
  vat_bps: bps.default(0),
  per: z.enum(heaps).default('invoice'),
  company_id: id.nullable().default(null),
  property_id: id.nullable().default(null),
  region: county.nullable().default(null),
  months: z.number().int().min(1).max(120).nullable().default(null),
  starts_on: day,
  ends_on: day.nullable().default(null),
  priority: z.number().int().min(0).max(1000).default(0),
};
const rises = (before: { upto: number | null } | undefined, tier: { upto: number | null }): boolean =>
  before === undefined || before.upto === null || tier.upto === null || before.upto < tier.upto;
const commissionFilters = filters({
  q: searchText,
  status: stateSchema(commissionMachine),
  beneficiary: z.enum(beneficiaries),
  company_id: id,
  region: county,
  ...days,
});
const sorts = ['happened_on', 'amount_cents', 'id'] as const;

export const commissionCalls = {
  all: call({
    method: 'GET',
    path: `${base}/all_commissions/`,
    summary: 'Commissions: a company’s own and what was taken of its money; everybody’s for the platform',
    needs: ['commission', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(sorts, '-happened_on'),
      z_filter: commissionFilters,
    }),
    /** What all of them come to, not the page alone; `waits`: what of it is taken with the keys, tax and all. */
    result: list(CommissionHead).extend({ base_cents: z.number(), amount_cents: z.number(), tax_cents: z.number(), waits_cents: z.number() }),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_commissions/`,
    summary: 'The same list as a table file, in parts of 5,000 rows',
    needs: ['commission', 'read'],
    query: z.object({ z_filter: commissionFilters, part }),
    result: exported,
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/commission_details/`,
    summary: 'One commission with the way it was reckoned',
    needs: ['commission', 'read'],
    query: byId,
    result: CommissionFull,
    fails: ['notFound'],
  }),
  months: call({
    method: 'GET',
    path: `${base}/months/`,
    summary: 'What the caller’s company earned, month by month, of the last twelve',
    needs: { only: companies, with: ['commission', 'read'] },
    result: z.object({
      results: z.array(z.object({ month: day, base_cents: z.number(), amount_cents: z.number(), tax_cents: z.number(), count: z.number() })),
    }),
    fails: [],
  }),
  note: call({
    method: 'POST',
    path: `${base}/note/`,
    summary: 'Says what is wrong with a commission, for the platform to look at',
    needs: { only: companies, with: ['commission', 'read'] },
    query: byId,
    body: z.strictObject({ note: z.string().trim().min(10).max(1000) }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'commission',
  }),
  rules: call({
    method: 'GET',
    path: `${base}/all_rules/`,
    summary: 'Rules in force and to come, newest first; those that were replaced or ended on request',
    needs: { only: keepers, with: ['commission_settings', 'read'] },
    query: z.object({ page, page_size: pageSize, z_filter: filters({ beneficiary: z.enum(beneficiaries), past: z.enum(['true']) }) }),
    result: list(CommissionRule),
    fails: [],
  }),
  ruleCreate: call({
    method: 'POST',
    path: `${base}/create_rule/`,
    summary: 'A new rule, for what comes in from its first day on',
    needs: { only: keepers, with: ['commission_settings', 'create'] },
    body: z.strictObject(fields),
    result: CommissionRule,
    fails: ['invalid'],
    document: 'commission_settings',
  }),
  ruleReplace: call({
    method: 'PATCH',
    path: `${base}/replace_rule/`,
    summary: 'Another version takes its place; what was accrued stays as it was reckoned',
    needs: { only: keepers, with: ['commission_settings', 'edit'] },
    query: byId,
    body: z.strictObject({ ...fields, version: z.number().int().min(1) }),
    result: CommissionRule,
    fails: ['invalid', 'notFound', 'conflict'],
    document: 'commission_settings',
  }),
  ruleEnd: call({
    method: 'DELETE',
    path: `${base}/end_rule/`,
    summary: 'Nothing is reckoned by it any more, from now on',
    needs: { only: keepers, with: ['commission_settings', 'delete'] },
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'commission_settings',
  }),
} as const;
