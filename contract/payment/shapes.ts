import { z } from 'zod';
import { failureReasons, hows, matchStates, rails, verifiedBys } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { day, heldByChance, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { Booked } from '#contract/ledger/booked.ts';
import { matchReasons } from '#contract/matching/match.ts';
import { refundWays } from '#contract/refund/kinds.ts';
import { RefundShape } from '#contract/refund/shape.ts';

const Coded = z.object({ id: z.number(), code: z.string() });
const Named = Coded.extend({ name: z.string() });

export const PaymentHead = z.object({
  id: z.number(),
  code: z.string(),
  purpose: z.number(),
  status: stateSchema(paymentMachine),
  how: z.enum(hows),
  match: z.enum(matchStates),
  cents: z.number(),
  /** Put to invoices, kept as the payer's credit, given back: what is left has no owner yet. */
  allocated_cents: z.number(),
  credited_cents: z.number(),
  refunded_cents: z.number(),
  /** C: held by the platform; M: in the owner's or agent's hands. */
  fund: z.enum(['C', 'M']),
  payer: z.string().nullable(),
  /** The last three digits, never more. */
  phone_tail: z.string().nullable(),
  /** What the payer typed as account number. */
  account_text: z.string().nullable(),
  /** M-Pesa's or the bank's own number of it. */
  external: z.string().nullable(),
  property: Named.nullable(),
  unit: Named.nullable(),
  tenancy: Named.nullable(),
  /** Why a push came to nothing. */
  reason: z.enum(failureReasons).nullable(),
  received_at: moment.nullable(),
  created_at: moment,
  ...heldByChance,
});
export type PaymentHead = z.output<typeof PaymentHead>;

export const PaymentPart = z.object({
  id: z.number(),
  invoice: Coded,
  line: z.object({ id: z.number(), kind: z.string(), label: z.string() }),
  cents: z.number(),
  /** What of it credit notes gave back. */
  returned_cents: z.number(),
  at: moment,
  /** Taken back since. */
  undone_at: moment.nullable(),
});
export type PaymentPart = z.output<typeof PaymentPart>;

/** One thing that happened to a payment, in the order of time: moves, callbacks, questions asked, parts put to invoices. */
const Step = z.object({ at: moment, what: z.string(), by: z.string().nullable(), text: z.string().nullable(), cents: z.number().nullable() });

export const PaymentListed = PaymentHead.extend({
  /** What the statement says of it, in its own words, for who manages it. */
  narration: z.string().nullable(),
});

export const PaymentFull = PaymentListed.extend({
  booking: Coded.nullable(),
  note: z.string(),
  recorded_by: z.string().nullable(),
  verified_by: z.enum(verifiedBys).nullable(),
  account: z.object({ id: z.number(), name: z.string(), rail: z.enum(rails) }).nullable(),
  /** Opens the evidence for a few minutes. */
  evidence: z.string().nullable(),
  /** Waits for the code the payer got. */
  awaits_code: z.boolean(),
  /** Its payer has no phone for one, and the platform answers for it: waits for another person than who took it. */
  awaits_second: z.boolean(),
  reasons: z.array(z.object({ what: z.enum(matchReasons), score: z.number() })),
  parts: z.array(PaymentPart),
  /** What its parts add up to, less what was given back of them; what of it is credit now; and the most a refund can be. */
  ...{ put_cents: z.number(), over_cents: z.number(), refundable_cents: z.number() },
  refunds: z.array(RefundShape),
  /** How money of it would go back. */
  refund_way: z.enum(refundWays),
  timeline: z.array(Step),
  /** What was booked because of it, newest last. */
  journals: z.array(Booked),
  /** The platform holds it for who paid it, and takes it off what it paid: a company does not. */
  kept: z.boolean(),
  /** What the caller may do with it now. */
  may: z.object({ assign: z.boolean(), unmatch: z.boolean(), ask: z.boolean(), refund: z.boolean(), reverse: z.boolean(), confirm: z.boolean() }),
});
export type PaymentFull = z.output<typeof PaymentFull>;

/** A tenancy as its tenants read it: what was asked, taken off, paid and given back, what stood after each, and the deposit. */
export const OwnAccount = z.object({
  rows: z.array(
    z.object({
      on: day,
      what: z.enum(['invoice', 'note', 'payment', 'refund']),
      /** Of the invoice, or of the payment. */
      id: z.number(),
      code: z.string(),
      /** What the invoice is for; of a payment M-Pesa's or the bank's number. */
      kind: z.string(),
      /** Of a charge by hand, what it is for. */
      title: z.string().nullable(),
      period_from: day.nullable(),
      how: z.enum(hows).nullable(),
      /** Above zero it was asked; below it was paid. */
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
export type OwnAccount = z.output<typeof OwnAccount>;
