import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { m } from '#words/messages.js';
import { invoiceRunKeptReasons, invoiceRunStates, invoiceRunWarnings, invoiceSkipReasons, lateFeeFrequencies, lateFeeKinds } from './kinds.ts';
import { InvoiceDraftLine, positiveInvoiceAmount } from './shapes.ts';

export const NamedReference = z.object({ id: z.number(), name: z.string() });
const Ref = z.object({ id: z.number(), code: z.string() });

/** One late-fee tier: after this many days, once or repeatedly, an amount or a percentage of the overdue rent, up to a cap. */
export const LateFeeTierInput = z
  .strictObject({
    /** The id of a saved tier; null for a new one. If it is missing, the tier at the same position is meant. */
    id: z.number().int().nullable().optional(),
    grace_days: z.number().int().min(0).max(365),
    every: z.enum(lateFeeFrequencies),
    kind: z.enum(lateFeeKinds),
    /** Cents, or hundredths of a percent. */
    value: z.number().int().min(1).max(amountLimits.rent),
    /** The maximum of all charges of this tier together; null: no cap. */
    cap_cents: positiveInvoiceAmount.nullable().default(null),
  })
  .refine(({ kind, value }) => kind !== 'percent' || value <= 10_000, { error: () => m.invoice_problem_percent(), path: ['value'] });
export type LateFeeTierInput = z.output<typeof LateFeeTierInput>;

export const InvoiceRunRow = z.object({
  tenancy: Ref,
  tenant: NamedReference,
  property: NamedReference,
  unit: NamedReference,
  due_on: day.nullable(),
  lines: z.array(InvoiceDraftLine),
  total_cents: z.number(),
  warnings: z.array(z.enum(invoiceRunWarnings)),
  /** The existing invoice for the same month. */
  invoice: Ref.nullable(),
});
export type InvoiceRunRow = z.output<typeof InvoiceRunRow>;

/** A tenancy for which a run made no invoice, and the invoice that exists instead. */
export const SkippedTenancy = z.object({
  tenancy: Ref,
  tenant: NamedReference,
  unit: NamedReference,
  property: NamedReference,
  why: z.enum(invoiceSkipReasons),
  /** The error message of a failed tenancy. */
  problem: z.string().nullable(),
  invoice: Ref.nullable(),
});

/** An invoice that is not voided with its run. */
export const KeptInvoice = z.object({
  invoice: Ref,
  tenant: NamedReference,
  unit: NamedReference,
  property: NamedReference,
  why: z.enum(invoiceRunKeptReasons),
  paid_cents: z.number(),
});
export type KeptInvoice = z.output<typeof KeptInvoice>;

export const InvoiceRun = z.object({
  id: z.number(),
  code: z.string(),
  state: z.enum(invoiceRunStates),
  /** The first day of the invoiced month. */
  month: day,
  /** Null: every property of the company. */
  property: NamedReference.nullable(),
  /** The run was started by the scheduler. */
  auto: z.boolean(),
  of: z.number(),
  done: z.number(),
  made: z.number(),
  skipped: z.number(),
  total_cents: z.number(),
  /** Why the run stopped. Resuming continues at the same place. */
  problem: z.string().nullable(),
  /** Voiding of all invoices of the run; null if it was not requested. */
  voiding: z
    .object({ state: z.enum(invoiceRunStates), voided: z.number(), by: z.string().nullable(), reason: z.string(), problem: z.string().nullable() })
    .nullable(),
  by: z.string().nullable(),
  started_at: moment,
  finished_at: moment.nullable(),
});
export type InvoiceRun = z.output<typeof InvoiceRun>;

/** One home's part of a shared charge. */
export const SharedChargeRow = z.object({
  tenancy: Ref,
  tenant: NamedReference,
  unit: NamedReference,
  property: NamedReference,
  /** The weight of the home in the split; null where it is unknown (no area recorded). */
  weight: z.number().nullable(),
  cents: z.number(),
});
export const LateFeePolicySummary = z.object({
  id: z.number(),
  property: NamedReference.nullable(),
  tenancy: Ref.nullable(),
  active: z.boolean(),
  tiers: z.array(
    z.object({
      id: z.number(),
      grace_days: z.number(),
      every: z.enum(lateFeeFrequencies),
      kind: z.enum(lateFeeKinds),
      value: z.number(),
      cap_cents: z.number().nullable(),
    }),
  ),
  revision: z.number(),
});
export const LateFeeRow = z.object({
  invoice: Ref,
  tenancy: Ref,
  tenant: NamedReference,
  unit: NamedReference,
  property: NamedReference,
  overdue_days: z.number(),
  overdue_cents: z.number(),
  /** Late fees already charged for this invoice. */
  charged_cents: z.number(),
  /** The date of the latest late fee; null: never. */
  charged_on: day.nullable(),
  /** Zero while the grace period lasts, or after every tier was charged. */
  cents: z.number(),
});
