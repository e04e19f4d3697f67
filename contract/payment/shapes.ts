import { z } from 'zod';
import {
  doubtDecisions,
  doubtKinds,
  doubtStates,
  failureReasons,
  hows,
  matchStates,
  rails,
  refundWays,
  verifiedBys,
} from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { day, heldByChance, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { Booked } from '#contract/ledger/booked.ts';
import { matchReasons } from '#contract/matching/match.ts';
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

/** What a payer sees while the phone rings and afterwards. */
export const Progress = z.object({
  code: z.string(),
  status: stateSchema(paymentMachine),
  cents: z.number(),
  phone_tail: z.string().nullable(),
  reason: z.enum(failureReasons).nullable(),
  /** M-Pesa's own number of it, once it is paid. */
  receipt: z.string().nullable(),
  /** Opens its receipt as PDF for an hour. */
  paper: z.string().nullable(),
  /** What is left of what it was for, once it was put to that. */
  left_cents: z.number().nullable(),
  /** What of it nothing was asked for, and is kept for them. */
  credit_cents: z.number(),
  started_at: moment,
  /** Not known for so long that another prompt may be sent, to the same phone as well. */
  stale: z.boolean(),
  /** It was begun more than a minute ago: whoever waits is offered another way. */
  slow: z.boolean(),
  /** Still worth asking: poll again after so many seconds; null when it is over. */
  again_in: z.number().nullable(),
});
export type Progress = z.output<typeof Progress>;

export const ToPay = z.object({
  invoices: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      kind: z.string(),
      /** Of a charge by hand, what it is for; null: its kind and month say it. */
      title: z.string().nullable(),
      period_from: day.nullable(),
      due_on: day,
      overdue: z.boolean(),
      total_cents: z.number(),
      open_cents: z.number(),
      /** The caller's share of what is open; all of it where nobody shares. */
      share_cents: z.number(),
    }),
  ),
  /** What else is open of the home: what is paid beyond the others goes there. Nothing for who has a link alone. */
  others: z.array(
    z.object({ id: z.number(), kind: z.string(), title: z.string().nullable(), period_from: day.nullable(), due_on: day, open_cents: z.number() }),
  ),
  open_cents: z.number(),
  share_cents: z.number(),
  /** Paid before and not put to anything yet. */
  credit_cents: z.number(),
  /** Whether a prompt can be sent to a phone; else the paybill or the manager's own ways. */
  push: z.boolean(),
  /** The most one prompt moves. */
  push_most_cents: z.number(),
  paybill: z.object({ shortcode: z.string(), account: z.string() }).nullable(),
  /** The caller's own number, to begin with. */
  phone: z.string().nullable(),
  /** A prompt that still waits for an answer, with the key that shows how it stands: another tab goes on with it. */
  waiting: Progress.nullable(),
  /** The home money may be paid for before anything is asked: it is kept as credit and taken for what is asked next. Null: only what is open can be paid. */
  ahead: z.object({ tenancy_id: z.number() }).nullable(),
});
export type ToPay = z.output<typeof ToPay>;

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

/** Whom a payment could be from, with why. */
export const Candidate = z.object({
  tenancy: Coded.nullable(),
  booking: Coded.nullable(),
  name: z.string(),
  unit: z.string(),
  property: z.string(),
  score: z.number(),
  reasons: z.array(z.object({ what: z.enum(matchReasons), score: z.number() })),
  open_cents: z.number(),
  /** Asked for in the other fund: open, and not to be paid with money that came here. */
  elsewhere_cents: z.number(),
  /** Whether this money can be theirs at all: what they are asked for, or will be, is paid where it came. */
  takes: z.boolean(),
  invoices: z.array(Coded.extend({ kind: z.string(), due_on: day, open_cents: z.number() })),
});
export type Candidate = z.output<typeof Candidate>;

export const Doubt = z.object({
  id: z.number(),
  kind: z.enum(doubtKinds),
  status: z.enum(doubtStates),
  /** M-Pesa's or the bank's number of what came, or of what took it back. */
  external: z.string(),
  cents: z.number(),
  at: moment,
  payer: z.string(),
  /** Where it came to. */
  account: z.string(),
  /** The prompt it may be, or the payment that was taken back; of several alike the first. */
  payment: Coded,
  /** Which of them a bank took back is asked for. */
  among: z.array(Coded.extend({ day, payer: z.string() })),
  /** Another sum than the payment's is gone again. */
  part: z.boolean(),
  /** What of that payment was given back before. */
  given_back_cents: z.number(),
  decision: z.enum(doubtDecisions).nullable(),
  reason: z.string(),
  decided_by: z.string().nullable(),
});
export type Doubt = z.output<typeof Doubt>;
