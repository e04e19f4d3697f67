import { z } from 'zod';
import { singleLine } from '#contract/kernel/line.ts';
import { day, moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { LedgerEffect } from '#contract/ledger/ledger-effects.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { invoiceClosureKinds } from './closure.ts';
import {
  ageBuckets,
  invoiceActions,
  invoiceCreditKinds,
  invoiceKinds,
  invoiceLineKinds,
  invoiceReminderDays,
  invoiceStatuses,
  invoiceTaxCodes,
  manualInvoiceLineKinds,
} from './kinds.ts';

const numbers: readonly number[] = Object.values(invoiceStatuses);
/** On the wire a status is the specification's number. */
export const invoiceStatusNumber = z.coerce
  .number()
  .int()
  .refine((n) => numbers.includes(n), { error: () => m.problem_one_of({ values: numbers.join(', ') }) });

export const invoiceAmount = amountSchema(amountLimits.rent);
export const positiveInvoiceAmount = amountSchema(amountLimits.rent, 1);
export const signedInvoiceAmount = amountSchema(amountLimits.rent, -amountLimits.rent);
export const invoiceReason = z.string().trim().min(3).max(500);
const Named = z.object({ id: z.number(), name: z.string() });
const Coded = Named.extend({ code: z.string() });
const Ref = z.object({ id: z.number(), code: z.string() });

/* Requests. */
/** A manual line: quantity and unit price without tax. A discount is negative. */
export const InvoiceLineInput = z.strictObject({
  kind: z.enum(manualInvoiceLineKinds),
  label: singleLine.min(1).max(120),
  qty: z.number().int().min(1).max(10_000).default(1),
  unit_cents: signedInvoiceAmount,
  tax_code: z.enum(invoiceTaxCodes).default('A'),
  from: day.nullable().default(null),
  last: day.nullable().default(null),
});

/* Responses. */
export const InvoiceSummary = z.object({
  id: z.number(),
  code: z.string(),
  /** The number in the series of the owner company, without gaps. */
  serial: z.number(),
  /** The specification's number. */
  status: z.number(),
  /** How the invoice was closed: `paid` means money, the others do not; null while it is open. */
  settled: z.enum(invoiceClosureKinds).nullable(),
  kind: z.enum(invoiceKinds),
  /** Days overdue while a balance is due, counted from the day after the due date; 0: not overdue. */
  overdue_days: z.number(),
  disputed: z.boolean(),
  property: Coded,
  unit: Coded,
  tenancy: Ref.nullable(),
  booking: Ref.nullable(),
  tenant: Named,
  /** The purpose of a manual charge; null where kind and month describe it. */
  title: z.string().nullable(),
  period_from: day.nullable(),
  period_last: day.nullable(),
  issued_on: day,
  due_on: day,
  total_cents: z.number(),
  paid_cents: z.number(),
  credited_cents: z.number(),
  /** The paid amount that credit notes returned as tenant credit. */
  returned_cents: z.number(),
  /** total − paid − credited; zero for an expired invoice. */
  open_cents: z.number(),
  /** M: the owner or agent holds the money and the platform holds none of it. */
  fund: z.enum(['C', 'M']),
  ...rowCompanyFields,
  created_at: moment,
  revision: z.number(),
});
export type InvoiceSummary = z.output<typeof InvoiceSummary>;

export const InvoiceLine = z.object({
  id: z.number(),
  n: z.number(),
  kind: z.enum(invoiceLineKinds),
  label: z.string(),
  qty: z.number(),
  unit_cents: z.number(),
  tax_code: z.enum(invoiceTaxCodes),
  tax_cents: z.number(),
  cents: z.number(),
  /** The part that discounts, rounding and prepayments of the same invoice cover. */
  off_cents: z.number(),
  paid_cents: z.number(),
  credited_cents: z.number(),
  open_cents: z.number(),
  from: day.nullable(),
  last: day.nullable(),
});
export type InvoiceLine = z.output<typeof InvoiceLine>;
/** A line that is not saved yet. */
export const InvoiceDraftLine = InvoiceLine.pick({
  kind: true,
  label: true,
  qty: true,
  unit_cents: true,
  tax_code: true,
  tax_cents: true,
  cents: true,
  from: true,
  last: true,
});

const CreditNote = z.object({
  id: z.number(),
  code: z.string(),
  /** The number in the owner company's series of credit notes, without gaps. */
  serial: z.number(),
  kind: z.enum(invoiceCreditKinds),
  cents: z.number(),
  /** The part of the credit note that had been paid and is now tenant credit. */
  returned_cents: z.number(),
  /** For managers; a payer reads neither. */
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: moment,
  lines: z.array(z.object({ line_id: z.number(), label: z.string(), kind: z.enum(invoiceLineKinds), cents: z.number() })),
});
/** Payment details of the collector: their own account numbers, and the account number to type. */
export const CollectorPaymentDetails = z.object({
  name: z.string(),
  paybill: z.string().nullable(),
  till: z.string().nullable(),
  bank: z.string().nullable(),
  account: z.string(),
});
const TaxSum = z.object({ code: z.enum(invoiceTaxCodes), rate_bp: z.number(), net_cents: z.number(), tax_cents: z.number() });
const Etims = z.object({
  state: z.enum(['none', 'queued', 'sent', 'rejected']),
  cu_no: z.string().nullable(),
  receipt_no: z.string().nullable(),
  qr: z.string().nullable(),
});

export const InvoiceDetails = InvoiceSummary.extend({
  lines: z.array(InvoiceLine),
  tax_cents: z.number(),
  taxes: z.array(TaxSum),
  note: z.string(),
  paid_on: day.nullable(),
  /** The balance due of other open invoices of the tenancy: shown here, not billed again. */
  brought_forward_cents: z.number(),
  credit_notes: z.array(CreditNote),
  dispute: z.object({ reason: z.string(), by: z.string().nullable(), at: moment }).nullable(),
  voided: z.object({ reason: z.string().nullable(), by: z.string().nullable(), at: moment }).nullable(),
  /** Late fees charged for this invoice. */
  late_fees: z.array(Ref.extend({ on: day, cents: z.number(), open_cents: z.number(), settled: z.enum(invoiceClosureKinds).nullable() })),
  /** The overdue invoice a late fee is for. */
  late_for: Ref.nullable(),
  reminders: z.array(z.object({ days: z.literal(invoiceReminderDays), at: moment })),
  run: Ref.nullable(),
  agent: Named.nullable(),
  /** The address of the public page, for managers and payers; null once it is closed. */
  link: z.string().nullable(),
  pay_to: CollectorPaymentDetails.nullable(),
  etims: Etims,
  /** `cents`: the amount allocated to the invoice. */
  history: z.array(
    z.object({
      key: z.string(),
      at: moment,
      what: z.string(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
      cents: z.number().nullable(),
    }),
  ),
  /** The journal entries of the invoice, for managers. */
  booked: z.array(LedgerEffect),
  acts: z.array(z.enum(invoiceActions)),
  manages: z.boolean(),
});
export type InvoiceDetails = z.output<typeof InvoiceDetails>;

/** The public view of an invoice, for anyone with the link. It names no person beyond a name and a home. */
export const PublicInvoice = z.object({
  id: z.number(),
  code: z.string(),
  serial: z.number(),
  status: z.number(),
  /** How the invoice was closed: `paid` means money, the others do not; null while it is open. */
  settled: z.enum(invoiceClosureKinds).nullable(),
  kind: z.enum(invoiceKinds),
  company: z.object({ name: z.string(), phone: z.string().nullable(), kra_pin: z.string().nullable() }),
  name: z.string(),
  unit: z.string(),
  property: z.string(),
  issued_on: day,
  due_on: day,
  overdue_days: z.number(),
  period_from: day.nullable(),
  period_last: day.nullable(),
  lines: z.array(InvoiceDraftLine),
  taxes: z.array(TaxSum),
  total_cents: z.number(),
  paid_cents: z.number(),
  credited_cents: z.number(),
  open_cents: z.number(),
  paid_on: day.nullable(),
  disputed: z.boolean(),
  fund: z.enum(['C', 'M']),
  pay_to: CollectorPaymentDetails.nullable(),
  /** The masked phone number that received the invoice. */
  phone_hint: z.string().nullable(),
  etims: Etims,
  today: day,
});
export type PublicInvoice = z.output<typeof PublicInvoice>;

/** The result of a preview: lines with tax and rounding, totals, and warnings before issuing. */
export const InvoiceDraftShape = z.object({
  lines: z.array(InvoiceDraftLine),
  tax_cents: z.number(),
  total_cents: z.number(),
  /** The part of the total that is deposits. */
  deposit_cents: z.number(),
  /** An existing invoice of the same kind and period. */
  duplicate: Ref.nullable(),
});

/** The balance due of a tenancy, for its occupants and its payers. */
export const AmountDueShape = z.object({
  open: z.array(InvoiceSummary),
  total_cents: z.number(),
  overdue_cents: z.number(),
  next: z.object({ on: day, cents: z.number() }).nullable(),
  /** The caller's share of the balance due; null where the caller pays none of it. */
  my_share_cents: z.number().nullable(),
  share_bp: z.number().nullable(),
  /** Tenant credit: paid and not allocated yet; deducted from the next invoice. For payers and managers. */
  credit_cents: z.number(),
  phone: z.string().nullable(),
  pay_to: CollectorPaymentDetails.nullable(),
});
export const AgeingShape = z.object({
  buckets: z.array(z.object({ age: z.enum(ageBuckets), count: z.number(), cents: z.number() })),
  open_cents: z.number(),
});
/** The amount collected in a period, without deposits; `rowCompanyFields` is the part held until the tenant moves in. */
export const collectedAmountsShape = { came_cents: z.number(), deposit_cents: z.number(), held_cents: z.number() };
