import { z } from 'zod';
import { holders } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, filters, id, list, page, pageSize } from '#contract/kernel/list.ts';
import { invoiceBase } from './calls.ts';
import { feeKinds, runWarnings, sharedKinds, skipReasons, splitKeys, taxCodes } from './kinds.ts';
import { FeePolicy, FeeRow, FeeTier, InvoiceRun, Named, RunRow, SharedRow, Skipped } from './many.ts';
import { some } from './shapes.ts';

const base = invoiceBase;
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const documented = { document: 'invoices' } as const;
const made = { needs: holders('invoices', 'create'), ...documented } as const;
const sums = { count: z.number(), total_cents: z.number() };

const charge = {
  kind: z.enum(sharedKinds),
  label: line.min(1).max(120),
  tax_code: z.enum(taxCodes).default('A'),
  due_on: day,
  from: day.nullable().default(null),
  last: day.nullable().default(null),
};
/** The homes it is for: these tenancies, or everybody who lives in the property. */
const whom = {
  property_id: anId.optional(),
  tenancy_ids: z.array(anId).min(1).max(500).optional(),
  /** But not these. */
  except: z.array(anId).max(500).optional(),
};
const batch = z.strictObject({ ...whom, ...charge, /** Of each, without tax. */ cents: some });
const split = z.strictObject({
  ...whom,
  ...charge,
  /** Of all of them together, without tax. */
  cents: some,
  by: z.enum(splitKeys),
  /** For `custom`: what each tenancy counts for, with up to two decimals; who is not named counts for one, and nought leaves a home out. */
  weights: z
    .array(z.strictObject({ tenancy_id: anId, weight: z.number().multipleOf(0.01).min(0).max(1_000_000) }))
    .max(500)
    .default([]),
});
const shared = z.object({ rows: z.array(SharedRow), ...sums });

/** What is done for many homes at once. */
export const invoiceRunCalls = {
  runPreview: call({
    method: 'GET',
    path: `${base}/preview_run/`,
    summary: 'What a run of a month would issue, page by page, with what to look at first; nothing is written',
    needs: holders('invoices', 'create'),
    query: z.object({
      month: day,
      property_id: id.optional(),
      page,
      page_size: pageSize,
      /** `makes`: those that get an invoice. */
      z_filter: filters({ warning: z.enum([...runWarnings, 'any', 'makes']) }),
    }),
    result: list(RunRow).extend({
      /** Of all of them. */
      total_cents: z.number(),
      invoices: z.number(),
      warnings: z.partialRecord(z.enum(runWarnings), z.number()),
      /** A run that goes on for the same. */
      running: z.object({ id: z.number(), code: z.string() }).nullable(),
    }),
    fails: ['notFound'],
  }),
  runStart: call({
    method: 'POST',
    path: `${base}/start_run/`,
    summary: 'Issue the invoices of a month, but for those who are left out; it goes on by itself',
    ...made,
    body: z.strictObject({ month: day, property_id: anId.nullable().default(null), except: z.array(anId).max(1000).default([]) }),
    result: InvoiceRun,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  run: call({
    method: 'GET',
    path: `${base}/run/`,
    summary: 'How far a run is, and what came of it',
    needs: ['invoices', 'read'],
    query: z.object({ id }),
    result: InvoiceRun.extend({
      /** How many have none for which reason. */
      why: z.partialRecord(z.enum(skipReasons), z.number()),
      skips: z.array(Skipped),
    }),
    fails: ['notFound'],
  }),
  runResume: call({
    method: 'POST',
    path: `${base}/resume_run/`,
    summary: 'A run that stopped goes on where it stood',
    ...made,
    body: z.strictObject({ id: anId }),
    result: InvoiceRun,
    fails: ['notFound', 'forbidden', 'wrongState'],
  }),
  runs: call({
    method: 'GET',
    path: `${base}/all_runs/`,
    summary: 'The runs of the caller’s company, newest first',
    needs: ['invoices', 'read'],
    query: z.object({ page, page_size: pageSize }),
    result: list(InvoiceRun),
    fails: [],
  }),
  batchPreview: call({
    method: 'POST',
    path: `${base}/preview_batch/`,
    summary: 'What one charge to many homes comes to; nothing is written',
    ...made,
    body: batch,
    result: shared,
    fails: ['notFound', 'forbidden'],
    counts: true,
  }),
  batch: call({
    method: 'POST',
    path: `${base}/batch_charge/`,
    summary: 'The same charge to many homes: an invoice each',
    ...made,
    body: batch,
    result: shared,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  splitPreview: call({
    method: 'POST',
    path: `${base}/preview_split/`,
    summary: 'How a shared cost falls on homes, equally, by area, by who lives there or by weights; nothing is written',
    ...made,
    body: split,
    result: shared,
    fails: ['notFound', 'forbidden'],
    counts: true,
  }),
  split: call({
    method: 'POST',
    path: `${base}/split_cost/`,
    summary: 'A shared cost, in whole shillings and all of it: an invoice each',
    ...made,
    body: split,
    result: shared,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  setting: call({
    method: 'GET',
    path: `${base}/setting/`,
    summary: 'When invoices of the caller’s company are issued, and by which late-fee policies',
    needs: ['invoices', 'read'],
    query: z.object({}),
    result: z.object({
      auto: z.boolean(),
      days_before: z.number(),
      bills_from: day.nullable(),
      /** Rent of commercial homes carries VAT (B) then. */
      vat_registered: z.boolean(),
      revision: z.number(),
      policies: z.array(FeePolicy),
      /** What properties charge by how they are billed, where no policy of their own takes its place: once, so many days after it fell due. */
      terms: z.array(z.object({ property: Named, grace_days: z.number(), kind: z.enum(feeKinds), value: z.number() })),
    }),
    fails: [],
  }),
  set: call({
    method: 'POST',
    path: `${base}/change_setting/`,
    summary: 'Whether invoices are issued by themselves, how many days before they are due, and from which day on',
    needs: holders('invoices', 'edit'),
    ...documented,
    body: z.strictObject({
      auto: z.boolean(),
      days_before: z.number().int().min(0).max(60),
      bills_from: day.nullable(),
      vat_registered: z.boolean().default(false),
      revision: z.number().int().min(0),
    }),
    result: z.object({ revision: z.number() }),
    fails: ['forbidden', 'conflict'],
  }),
  setPolicy: call({
    method: 'POST',
    path: `${base}/change_late_fee_policy/`,
    summary: 'What being late costs: of the company, of one property or of one tenancy; the nearest holds',
    needs: holders('invoices', 'edit'),
    ...documented,
    body: z.strictObject({
      property_id: anId.nullable().default(null),
      tenancy_id: anId.nullable().default(null),
      active: z.boolean().default(true),
      tiers: z.array(FeeTier).max(5),
      revision: z.number().int().min(0).default(0),
    }),
    result: FeePolicy,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  feePreview: call({
    method: 'POST',
    path: `${base}/preview_late_fees/`,
    summary: 'Who would be charged what today by these steps, or by the policies that hold; nothing is written',
    needs: holders('invoices', 'edit'),
    ...documented,
    body: z.strictObject({ property_id: anId.nullable().default(null), tiers: z.array(FeeTier).max(5).nullable().default(null) }),
    /** Who would be charged first, then who is late and why they are not; `count` and the sum are of the first, `late` is all of them. */
    result: z.object({ rows: z.array(FeeRow), ...sums, late: z.number() }),
    fails: ['notFound'],
    counts: true,
  }),
} as const;
