import { z } from 'zod';
import { line } from '#contract/kernel/line.ts';
import { day, held, moment } from '#contract/kernel/list.ts';
import { Booked } from '#contract/ledger/booked.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { ages, creditKinds, handLineKinds, invoiceActs, invoiceKinds, invoiceStatuses, lineKinds, reminderDays, taxCodes } from './kinds.ts';
import { settledHows } from './settled.ts';

const numbers: readonly number[] = Object.values(invoiceStatuses);
/** A status on the wire is the specification's number. */
export const statusNumber = z.coerce
  .number()
  .int()
  .refine((n) => numbers.includes(n), { error: () => m.problem_one_of({ values: numbers.join(', ') }) });

export const money = amount(most.rent);
export const some = amount(most.rent, 1);
export const signed = amount(most.rent, -most.rent);
export const reason = z.string().trim().min(3).max(500);
const Named = z.object({ id: z.number(), name: z.string() });
const Coded = Named.extend({ code: z.string() });
const Ref = z.object({ id: z.number(), code: z.string() });

/* What is given. */
/** A line by hand: so many of something, each without its tax. What is taken off is a discount below zero. */
export const GivenLine = z.strictObject({
  kind: z.enum(handLineKinds),
  label: line.min(1).max(120),
  qty: z.number().int().min(1).max(10_000).default(1),
  unit_cents: signed,
  tax_code: z.enum(taxCodes).default('A'),
  from: day.nullable().default(null),
  last: day.nullable().default(null),
});

/* What is answered. */
export const InvoiceHead = z.object({
  id: z.number(),
  code: z.string(),
  /** The specification's number. */
  status: z.number(),
  /** How it was closed: `paid` is money, the others are none; null while it is open. */
  settled: z.enum(settledHows).nullable(),
  kind: z.enum(invoiceKinds),
  /** Days since the day after it was due, while something is open; 0: not overdue. */
  overdue_days: z.number(),
  disputed: z.boolean(),
  property: Coded,
  unit: Coded,
  tenancy: Ref.nullable(),
  booking: Ref.nullable(),
  tenant: Named,
  /** Of a charge by hand, what it is for; null: its kind and month say it. */
  title: z.string().nullable(),
  period_from: day.nullable(),
  period_last: day.nullable(),
  issued_on: day,
  due_on: day,
  total_cents: z.number(),
  paid_cents: z.number(),
  credited_cents: z.number(),
  /** What credit notes gave back of what was paid: the tenant's credit. */
  returned_cents: z.number(),
  /** total − paid − credited; nothing of one that is expired. */
  open_cents: z.number(),
  /** M: in the owner's or agent's hands, the platform holds nothing of it. */
  fund: z.enum(['C', 'M']),
  ...held,
  created_at: moment,
  revision: z.number(),
});
export type InvoiceHead = z.output<typeof InvoiceHead>;

export const InvoiceLine = z.object({
  id: z.number(),
  n: z.number(),
  kind: z.enum(lineKinds),
  label: z.string(),
  qty: z.number(),
  unit_cents: z.number(),
  tax_code: z.enum(taxCodes),
  tax_cents: z.number(),
  cents: z.number(),
  /** What discounts, rounding and prepayments of the same invoice take of it. */
  off_cents: z.number(),
  paid_cents: z.number(),
  credited_cents: z.number(),
  open_cents: z.number(),
  from: day.nullable(),
  last: day.nullable(),
});
export type InvoiceLine = z.output<typeof InvoiceLine>;
/** A line that is not written yet. */
export const DraftLine = InvoiceLine.pick({
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
  kind: z.enum(creditKinds),
  cents: z.number(),
  /** Of it, what had been paid and is the tenant's credit now. */
  returned_cents: z.number(),
  reason: z.string(),
  by: z.string().nullable(),
  at: moment,
  lines: z.array(z.object({ line_id: z.number(), label: z.string(), kind: z.enum(lineKinds), cents: z.number() })),
});
/** How whoever collects is paid: their own numbers, as they keep them, and what to type as the account. */
export const PayTo = z.object({
  name: z.string(),
  paybill: z.string().nullable(),
  till: z.string().nullable(),
  bank: z.string().nullable(),
  account: z.string(),
});
const TaxSum = z.object({ code: z.enum(taxCodes), rate_bp: z.number(), net_cents: z.number(), tax_cents: z.number() });
const Etims = z.object({
  state: z.enum(['none', 'queued', 'sent', 'rejected']),
  cu_no: z.string().nullable(),
  receipt_no: z.string().nullable(),
  qr: z.string().nullable(),
});

export const InvoiceFull = InvoiceHead.extend({
  lines: z.array(InvoiceLine),
  tax_cents: z.number(),
  taxes: z.array(TaxSum),
  note: z.string(),
  paid_on: day.nullable(),
  /** Other open invoices of the same tenancy: shown, not asked for again. */
  brought_forward_cents: z.number(),
  credit_notes: z.array(CreditNote),
  dispute: z.object({ reason: z.string(), by: z.string().nullable(), at: moment }).nullable(),
  voided: z.object({ reason: z.string(), by: z.string().nullable(), at: moment }).nullable(),
  /** Late fees asked for because of it. */
  late_fees: z.array(Ref.extend({ on: day, cents: z.number(), open_cents: z.number(), settled: z.enum(settledHows).nullable() })),
  /** The overdue invoice a late fee is for. */
  late_for: Ref.nullable(),
  reminders: z.array(z.object({ days: z.literal(reminderDays), at: moment })),
  run: Ref.nullable(),
  agent: Named.nullable(),
  /** The public page, for who manages it and who pays it; null once it is closed. */
  link: z.string().nullable(),
  pay_to: PayTo.nullable(),
  etims: Etims,
  /** `cents`: of money that was put to it. */
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
  /** What was booked about it, for who manages it. */
  booked: z.array(Booked),
  acts: z.array(z.enum(invoiceActs)),
  manages: z.boolean(),
});
export type InvoiceFull = z.output<typeof InvoiceFull>;

/** What anybody reads who has the link: no person beyond a name and a home. */
export const PublicInvoice = z.object({
  id: z.number(),
  code: z.string(),
  status: z.number(),
  /** How it was closed: `paid` is money, the others are none; null while it is open. */
  settled: z.enum(settledHows).nullable(),
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
  lines: z.array(DraftLine),
  taxes: z.array(TaxSum),
  total_cents: z.number(),
  paid_cents: z.number(),
  credited_cents: z.number(),
  open_cents: z.number(),
  paid_on: day.nullable(),
  disputed: z.boolean(),
  fund: z.enum(['C', 'M']),
  pay_to: PayTo.nullable(),
  /** The number the invoice was told to, so far as it may be shown. */
  phone_hint: z.string().nullable(),
  etims: Etims,
  today: day,
});
export type PublicInvoice = z.output<typeof PublicInvoice>;

/** What a draft comes to: its lines with tax, the rounding line among them, and what to look at before it is issued. */
export const Draft = z.object({
  lines: z.array(DraftLine),
  tax_cents: z.number(),
  total_cents: z.number(),
  /** Of it, deposits. */
  deposit_cents: z.number(),
  /** An invoice of the same kind and period stands already. */
  duplicate: Ref.nullable(),
});

/** What one has to pay in a tenancy: read by its home and by whoever pays. */
export const Due = z.object({
  open: z.array(InvoiceHead),
  total_cents: z.number(),
  overdue_cents: z.number(),
  next: z.object({ on: day, cents: z.number() }).nullable(),
  /** The caller's share of what is open; null where they pay none of it. */
  my_share_cents: z.number().nullable(),
  share_bp: z.number().nullable(),
  /** Paid before and put to nothing yet: taken off what is asked next. For who pays and who manages. */
  credit_cents: z.number(),
  phone: z.string().nullable(),
  pay_to: PayTo.nullable(),
});
export const Ageing = z.object({ buckets: z.array(z.object({ age: z.enum(ages), count: z.number(), cents: z.number() })), open_cents: z.number() });
/** What was collected on some days, deposits apart; of it what is held until somebody moves in. */
export const collectedShape = { came_cents: z.number(), deposit_cents: z.number(), held_cents: z.number() };
