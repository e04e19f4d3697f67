import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { callbackChannels, inboundEventStates, paymentFailureReasons } from './kinds.ts';
import { paymentMachine } from './machine.ts';

const Coded = z.object({ id: z.number(), code: z.string() });

/** An inbound event as stored. Its phone numbers and names are masked. */
export const InboundEvent = z.object({
  id: z.number(),
  channel: z.enum(callbackChannels),
  state: z.enum(inboundEventStates),
  account: z.object({ id: z.number(), name: z.string() }).nullable(),
  seen_at: moment,
  done_at: moment.nullable(),
  /** The result of processing the event, or the reason why it cannot be processed. */
  result: z.string().nullable(),
  external: z.string().nullable(),
  cents: z.number().nullable(),
  /** The account number that the payer typed, if the event contains one. */
  typed: z.string().nullable(),
  payment: Coded.nullable(),
});
export type InboundEvent = z.output<typeof InboundEvent>;

export const InboundEventDetails = InboundEvent.extend({ body: z.string(), from_address: z.string(), times: z.number() });
export type InboundEventDetails = z.output<typeof InboundEventDetails>;

/** What a payer sees while the prompt is on the phone and afterwards. */
export const PaymentProgress = z.object({
  code: z.string(),
  status: stateSchema(paymentMachine),
  cents: z.number(),
  phone_tail: z.string().nullable(),
  reason: z.enum(paymentFailureReasons).nullable(),
  /** The M-Pesa code, after the payment. */
  receipt: z.string().nullable(),
  /** Opens the receipt as PDF for an hour. */
  paper: z.string().nullable(),
  /** The balance due of the invoices, after the payment is allocated. */
  left_cents: z.number().nullable(),
  /** The part above the invoices, kept as tenant credit. */
  credit_cents: z.number(),
  started_at: moment,
  /** The payment has been unknown for so long that another prompt may be sent, even to the same phone. */
  stale: z.boolean(),
  /** The prompt was sent more than a minute ago, so the payer is offered another way to pay. */
  slow: z.boolean(),
  /** Seconds until the next poll; null when the payment is completed or failed. */
  again_in: z.number().nullable(),
});
export type PaymentProgress = z.output<typeof PaymentProgress>;

export const PayableItem = z.object({
  invoices: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      kind: z.string(),
      /** The purpose of a manual charge; null where kind and month describe it. */
      title: z.string().nullable(),
      period_from: day.nullable(),
      due_on: day,
      overdue: z.boolean(),
      total_cents: z.number(),
      open_cents: z.number(),
      /** The caller's share of the balance due, or the full balance if the caller is the only payer. */
      share_cents: z.number(),
    }),
  ),
  /** Other open invoices of the home, which receive an overpayment. Empty for a caller with only the link. */
  others: z.array(
    z.object({ id: z.number(), kind: z.string(), title: z.string().nullable(), period_from: day.nullable(), due_on: day, open_cents: z.number() }),
  ),
  open_cents: z.number(),
  share_cents: z.number(),
  /** Tenant credit that is not allocated yet. */
  credit_cents: z.number(),
  /** Whether a prompt can be sent; otherwise the payer uses the paybill or the manager's accounts. */
  push: z.boolean(),
  /** The maximum of one prompt. */
  push_most_cents: z.number(),
  paybill: z.object({ shortcode: z.string(), account: z.string() }).nullable(),
  /** The caller's own number, as the default. */
  phone: z.string().nullable(),
  /** A prompt that is still pending, with the key to its progress, so that another tab can continue. */
  waiting: PaymentProgress.nullable(),
  /** The home that can be paid ahead: the payment is kept as credit for the next invoice. Null: only open invoices can be paid. */
  ahead: z.object({ tenancy_id: z.number() }).nullable(),
});
export type PayableItem = z.output<typeof PayableItem>;
