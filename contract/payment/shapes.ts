import { z } from 'zod';
import { OpenApprovalRequest } from '#contract/approval/shapes.ts';
import {
  paymentCorrections,
  paymentFailureReasons,
  paymentMatchStates,
  paymentMethods,
  paymentRails,
  paymentVerificationSources,
} from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { day, moment, optionalRowCompanyFields } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { LedgerEffect } from '#contract/ledger/ledger-effects.ts';
import { matchReasons } from '#contract/matching/match.ts';
import { refundMethods } from '#contract/refund/kinds.ts';
import { RefundDetails } from '#contract/refund/shape.ts';

const Coded = z.object({ id: z.number(), code: z.string() });
const Correcting = Coded.extend({ what: z.enum(paymentCorrections) });
const Named = Coded.extend({ name: z.string() });

export const PaymentSummary = z.object({
  id: z.number(),
  code: z.string(),
  purpose: z.number(),
  status: stateSchema(paymentMachine),
  how: z.enum(paymentMethods),
  match: z.enum(paymentMatchStates),
  cents: z.number(),
  /** The amounts allocated to invoices, kept as credit and refunded; the rest is unallocated. */
  allocated_cents: z.number(),
  credited_cents: z.number(),
  refunded_cents: z.number(),
  /** C: held by the platform; M: held by the owner or agent. */
  fund: z.enum(['C', 'M']),
  payer: z.string().nullable(),
  /** The last three digits, never more. */
  phone_tail: z.string().nullable(),
  /** The account number that the payer typed. */
  account_text: z.string().nullable(),
  /** The M-Pesa code or bank reference. */
  external: z.string().nullable(),
  property: Named.nullable(),
  unit: Named.nullable(),
  tenancy: Named.nullable(),
  /** Why the M-Pesa prompt failed. */
  reason: z.enum(paymentFailureReasons).nullable(),
  received_at: moment.nullable(),
  created_at: moment,
  ...optionalRowCompanyFields,
});
export type PaymentSummary = z.output<typeof PaymentSummary>;

export const PaymentAllocation = z.object({
  id: z.number(),
  invoice: Coded,
  line: z.object({ id: z.number(), kind: z.string(), label: z.string() }),
  cents: z.number(),
  /** The part that credit notes returned. */
  returned_cents: z.number(),
  at: moment,
  /** The time at which the payment was unallocated. */
  undone_at: moment.nullable(),
});
export type PaymentAllocation = z.output<typeof PaymentAllocation>;

/** A step of a payment's history, in order of time: status changes, callbacks, queries, allocations. */
const Step = z.object({ at: moment, what: z.string(), by: z.string().nullable(), text: z.string().nullable(), cents: z.number().nullable() });

export const PaymentListItem = PaymentSummary.extend({
  /** The statement's own text, for managers. */
  narration: z.string().nullable(),
});

export const PaymentDetails = PaymentListItem.extend({
  booking: Coded.nullable(),
  note: z.string(),
  recorded_by: z.string().nullable(),
  verified_by: z.enum(paymentVerificationSources).nullable(),
  account: z.object({ id: z.number(), name: z.string(), rail: z.enum(paymentRails) }).nullable(),
  /** The day on which the bank's statement shows cash that a company took for clients. */
  banked_on: day.nullable(),
  /** Opens the evidence for a few minutes. */
  evidence: z.string().nullable(),
  /** Pending the code that the payer received. */
  awaits_code: z.boolean(),
  /** The payer has no phone for a code and the platform answers for the cash: pending a second person. */
  awaits_second: z.boolean(),
  reasons: z.array(z.object({ what: z.enum(matchReasons), score: z.number() })),
  parts: z.array(PaymentAllocation),
  /** The sum of its allocations less returns; the part that is credit now; and the maximum refund. */
  put_cents: z.number(),
  over_cents: z.number(),
  refundable_cents: z.number(),
  refunds: z.array(RefundDetails),
  /** The way in which a refund would be paid. */
  refund_way: z.enum(refundMethods),
  timeline: z.array(Step),
  /** The journal entries of the payment, newest last. */
  journals: z.array(LedgerEffect),
  /** The platform holds the money for the payer and may unallocate the payment; a company may not. */
  kept: z.boolean(),
  /** The payment that this one corrects, and the payment that corrects this one, if the caller may see it. */
  corrects: Correcting.nullable(),
  corrected_by: Correcting.nullable(),
  /** The payment was corrected, also where the caller may not see the other payment. */
  correction: z.enum(paymentCorrections).nullable(),
  /** An open request to reverse, correct, allocate or unallocate the payment. */
  request: OpenApprovalRequest.nullable(),
  /** The actions that the caller may take now. `reverse_asks`: a second person has to approve the reversal. */
  may: z.object({
    assign: z.boolean(),
    unmatch: z.boolean(),
    ask: z.boolean(),
    refund: z.boolean(),
    reverse: z.boolean(),
    reverse_asks: z.boolean(),
    /** Amount, tenant and date can be corrected. `correct_asks`: a second person has to approve it. */
    correct: z.boolean(),
    correct_asks: z.boolean(),
    confirm: z.boolean(),
  }),
});
export type PaymentDetails = z.output<typeof PaymentDetails>;

/** The statement of account of a tenancy: invoices, credit notes, payments and refunds, with the balance after each, and the deposit. */
export const AccountStatement = z.object({
  rows: z.array(
    z.object({
      on: day,
      what: z.enum(['invoice', 'note', 'payment', 'refund']),
      /** The id of the invoice or the payment. */
      id: z.number(),
      code: z.string(),
      /** The kind of the invoice, or the M-Pesa code or bank reference of the payment. */
      kind: z.string(),
      /** The purpose of a manual charge. */
      title: z.string().nullable(),
      period_from: day.nullable(),
      how: z.enum(paymentMethods).nullable(),
      /** Positive: invoiced; negative: paid. */
      cents: z.number(),
      balance_cents: z.number(),
    }),
  ),
  balance_cents: z.number(),
  deposit: z.object({
    agreed_cents: z.number(),
    held_cents: z.number(),
    on: day.nullable(),
    holder: z.enum(['platform', 'company']),
    company: z.string(),
  }),
});
export type AccountStatement = z.output<typeof AccountStatement>;
