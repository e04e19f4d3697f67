import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { channels, failureReasons, inboxStates } from './kinds.ts';
import { paymentMachine } from './machine.ts';

const Coded = z.object({ id: z.number(), code: z.string() });

/** One arrival, as it is kept. Numbers and names in it are masked. */
export const Arrival = z.object({
  id: z.number(),
  channel: z.enum(channels),
  state: z.enum(inboxStates),
  account: z.object({ id: z.number(), name: z.string() }).nullable(),
  seen_at: moment,
  done_at: moment.nullable(),
  /** What came of it, or why nothing could. */
  result: z.string().nullable(),
  external: z.string().nullable(),
  cents: z.number().nullable(),
  /** What the payer typed as account number, where it says so. */
  typed: z.string().nullable(),
  payment: Coded.nullable(),
});
export type Arrival = z.output<typeof Arrival>;

export const ArrivalFull = Arrival.extend({ body: z.string(), from_address: z.string(), times: z.number() });
export type ArrivalFull = z.output<typeof ArrivalFull>;

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
