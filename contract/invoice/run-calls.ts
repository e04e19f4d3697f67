import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, day, id, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import {
  InvoiceRun,
  InvoiceRunRow,
  KeptInvoice,
  LateFeePolicySummary,
  LateFeeRow,
  LateFeeTierInput,
  NamedReference,
  SharedChargeRow,
  SkippedTenancy,
} from './batch-shapes.ts';
import { invoiceBasePath } from './calls.ts';
import { costSplitMethods, invoiceRunWarnings, invoiceSkipReasons, invoiceTaxCodes, lateFeeKinds, sharedChargeKinds } from './kinds.ts';
import { invoiceReason, positiveInvoiceAmount } from './shapes.ts';

const base = invoiceBasePath;
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const documented = { document: 'invoices' } as const;
const made = { needs: companyRolesOnly('invoices', 'create'), ...documented } as const;
const sums = { count: z.number(), total_cents: z.number() };

const charge = {
  kind: z.enum(sharedChargeKinds),
  label: singleLine.min(1).max(120),
  tax_code: z.enum(invoiceTaxCodes).default('A'),
  due_on: day,
  from: day.nullable().default(null),
  last: day.nullable().default(null),
};
/** The homes to charge: these tenancies, or all tenancies of the property. */
const whom = {
  property_id: anId.optional(),
  tenancy_ids: z.array(anId).min(1).max(500).optional(),
  /** The tenancies that the charge leaves out. */
  except: z.array(anId).max(500).optional(),
};
const batch = z.strictObject({ ...whom, ...charge, /** The amount for each home, without tax. */ cents: positiveInvoiceAmount });
const split = z.strictObject({
  ...whom,
  ...charge,
  /** The amount for all homes together, without tax. */
  cents: positiveInvoiceAmount,
  by: z.enum(costSplitMethods),
  /** For `custom`: the weight of each tenancy, with up to two decimals. A tenancy without a weight counts as one; zero leaves it out. */
  weights: z
    .array(z.strictObject({ tenancy_id: anId, weight: z.number().multipleOf(0.01).min(0).max(1_000_000) }))
    .max(500)
    .default([]),
});
const shared = z.object({ rows: z.array(SharedChargeRow), ...sums });

/** Calls that act on many homes at once. */
export const invoiceRunCalls = {
  previewInvoiceRun: call({
    method: 'GET',
    path: `${base}/preview_run/`,
    summary: 'Preview an invoice run by page, with warnings first; nothing is saved',
    needs: companyRolesOnly('invoices', 'create'),
    query: z.object({
      month: day,
      property_id: id.optional(),
      page: pageNumberSchema,
      page_size: pageSize,
      /** `makes`: tenancies that get an invoice. */
      z_filter: buildFilterSchema({ warning: z.enum([...invoiceRunWarnings, 'any', 'makes']) }),
    }),
    result: buildListSchema(InvoiceRunRow).extend({
      /** The total of all pages. */
      total_cents: z.number(),
      invoices: z.number(),
      warnings: z.partialRecord(z.enum(invoiceRunWarnings), z.number()),
      /** A running run for the same month and properties. */
      running: z.object({ id: z.number(), code: z.string() }).nullable(),
    }),
    fails: ['notFound'],
  }),
  startInvoiceRun: call({
    method: 'POST',
    path: `${base}/start_run/`,
    summary: 'Start an invoice run for a month without the excluded tenancies; it continues in the background',
    ...made,
    body: z.strictObject({ month: day, property_id: anId.nullable().default(null), except: z.array(anId).max(1000).default([]) }),
    result: InvoiceRun,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  invoiceRunDetails: call({
    method: 'GET',
    path: `${base}/run/`,
    summary: 'Get the progress and result of an invoice run',
    needs: ['invoices', 'read'],
    query: z.object({ id }),
    result: InvoiceRun.extend({
      /** Number of tenancies without an invoice, by reason. */
      why: z.partialRecord(z.enum(invoiceSkipReasons), z.number()),
      skips: z.array(SkippedTenancy),
    }),
    fails: ['notFound'],
  }),
  previewVoidRun: call({
    method: 'GET',
    path: `${base}/preview_void_run/`,
    summary: 'Preview voiding all invoices of a run: how many, their total, and the invoices that stay because of payments or credit notes',
    needs: companyRolesOnly('invoices', 'edit'),
    query: z.object({ id }),
    result: z.object({
      ...sums,
      kept: z.array(KeptInvoice),
      kept_count: z.number(),
      /** The message to the payers of the first invoices. All others read the same about their invoice. */
      told: z.array(z.object({ heading: z.string(), message: z.string() })),
    }),
    fails: ['notFound', 'forbidden', 'wrongState'],
  }),
  voidRun: call({
    method: 'POST',
    path: `${base}/void_run/`,
    summary: 'Void all invoices of a run without payments and credit notes, in the background; `count` is the number of the preview',
    needs: companyRolesOnly('invoices', 'edit'),
    body: z.strictObject({ id: anId, reason: invoiceReason, count: z.number().int().min(1) }),
    result: InvoiceRun,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    ...documented,
  }),
  resumeInvoiceRun: call({
    method: 'POST',
    path: `${base}/resume_run/`,
    summary: 'Resume an invoice run that stopped',
    ...made,
    body: z.strictObject({ id: anId }),
    result: InvoiceRun,
    fails: ['notFound', 'forbidden', 'wrongState'],
  }),
  listInvoiceRuns: call({
    method: 'GET',
    path: `${base}/all_runs/`,
    summary: 'List the invoice runs of the caller’s company, newest first',
    needs: ['invoices', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(InvoiceRun),
    fails: [],
  }),
  previewBatchCharge: call({
    method: 'POST',
    path: `${base}/preview_batch/`,
    summary: 'Preview one charge to several homes; nothing is saved',
    ...made,
    body: batch,
    result: shared,
    fails: ['notFound', 'forbidden'],
    counts: true,
  }),
  batchCharge: call({
    method: 'POST',
    path: `${base}/batch_charge/`,
    summary: 'Bill one charge to several homes, with one invoice each',
    ...made,
    body: batch,
    result: shared,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  previewSplitCost: call({
    method: 'POST',
    path: `${base}/preview_split/`,
    summary: 'Preview how a shared cost is split: equally, by area, by occupants or by weights; nothing is saved',
    ...made,
    body: split,
    result: shared,
    fails: ['notFound', 'forbidden'],
    counts: true,
  }),
  splitCost: call({
    method: 'POST',
    path: `${base}/split_cost/`,
    summary: 'Bill a shared cost in whole shillings, with one invoice each; the parts add up to the cost',
    ...made,
    body: split,
    result: shared,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  invoiceSettings: call({
    method: 'GET',
    path: `${base}/setting/`,
    summary: 'Get the invoicing settings and late fee policies of the caller’s company',
    needs: ['invoices', 'read'],
    query: z.object({}),
    result: z.object({
      auto: z.boolean(),
      days_before: z.number(),
      bills_from: day.nullable(),
      /** If true, VAT (B) is charged on the rent of commercial units. */
      vat_registered: z.boolean(),
      revision: z.number(),
      policies: z.array(LateFeePolicySummary),
      /** Late fees from the billing terms of properties that have no policy of their own: charged once, this many days after the due date. */
      terms: z.array(z.object({ property: NamedReference, grace_days: z.number(), kind: z.enum(lateFeeKinds), value: z.number() })),
    }),
    fails: [],
  }),
  updateInvoiceSettings: call({
    method: 'POST',
    path: `${base}/change_setting/`,
    summary: 'Set automatic invoicing: on or off, days before the due date, and start day',
    needs: companyRolesOnly('invoices', 'edit'),
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
  setFeePolicy: call({
    method: 'POST',
    path: `${base}/change_late_fee_policy/`,
    summary: 'Set the late fee policy of the company, a property or a tenancy; the nearest policy applies',
    needs: companyRolesOnly('invoices', 'edit'),
    ...documented,
    body: z.strictObject({
      property_id: anId.nullable().default(null),
      tenancy_id: anId.nullable().default(null),
      active: z.boolean().default(true),
      tiers: z.array(LateFeeTierInput).max(5),
      revision: z.number().int().min(0).default(0),
    }),
    result: LateFeePolicySummary,
    fails: ['notFound', 'forbidden', 'conflict'],
  }),
  previewLateFees: call({
    method: 'POST',
    path: `${base}/preview_late_fees/`,
    summary: 'Preview today’s late fees under the given steps or the policies in force; nothing is saved',
    needs: companyRolesOnly('invoices', 'edit'),
    ...documented,
    body: z.strictObject({ property_id: anId.nullable().default(null), tiers: z.array(LateFeeTierInput).max(5).nullable().default(null) }),
    /**
     * Invoices that would be charged come first, then overdue ones that would not, and why. `count` and the sum cover the first, `late` all of them.
     */
    result: z.object({ rows: z.array(LateFeeRow), ...sums, late: z.number() }),
    fails: ['notFound'],
    counts: true,
  }),
} as const;
