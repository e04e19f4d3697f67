import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { channels, inboxStates, lineFates, rails, ruleActs, statementColumns, statementStates } from './kinds.ts';

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

export const CollectionAccount = z.object({
  id: z.number(),
  rail: z.enum(rails),
  name: z.string(),
  /** Paybill or till number, or the bank account's. */
  number: z.string(),
  bank_code: z.string().nullable(),
  fund: z.enum(['C', 'M']),
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  active: z.boolean(),
  /** Whether prompts can be sent and receipts asked about. */
  connected: z.boolean(),
  /** Safaricom refused its keys: nothing is asked there until they are given anew. */
  refused: z.boolean(),
  /** Waits for a second superadmin: the whole account where it is `fresh`, which takes part in nothing until then; else another number or bank. `alone`: there is no second one. */
  asked: z
    .object({
      fresh: z.boolean(),
      number: z.string(),
      bank_code: z.string().nullable(),
      by: z.string().nullable(),
      at: moment,
      own: z.boolean(),
      alone: z.boolean(),
    })
    .nullable(),
});
export type CollectionAccount = z.output<typeof CollectionAccount>;

export const StatementLine = z.object({
  id: z.number(),
  n: z.number(),
  day: day.nullable(),
  cents: z.number().nullable(),
  reference: z.string(),
  details: z.string(),
  payer: z.string(),
  fate: z.enum(lineFates),
  /** Whose a rule says it is. */
  tenancy: Coded.nullable(),
  payment: Coded.nullable(),
  /** Before it is taken over: whom it fits best, by a tenancy's or a booking's code; `sure`: it goes there by itself. */
  guess: z.object({ code: z.string(), name: z.string(), sure: z.boolean() }).nullable(),
  /** It came from our own paybill, or is a payout that came back: nobody's payment. */
  own: z.boolean(),
});
export type StatementLine = z.output<typeof StatementLine>;
export const Statement = z.object({
  id: z.number(),
  account: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  status: z.enum(statementStates),
  first_day: day.nullable(),
  last_day: day.nullable(),
  /** How many lines of each fate, and what is new. */
  fates: z.record(z.enum(lineFates), z.number()),
  new_cents: z.number(),
  /** How many lines it has, and how many of them are taken over; while it is taken back, how many still are. */
  lines: z.number(),
  taken: z.number(),
  by: z.string().nullable(),
  created_at: moment,
});
export type Statement = z.output<typeof Statement>;
export const StatementFull = Statement.extend({
  /** The head of the file and which column was taken for what: to be corrected. */
  head: z.array(z.string()),
  columns: z.partialRecord(z.enum(statementColumns), z.number()),
  sample: z.array(z.array(z.string())),
  /** Why taking it over or back stopped, as far as that can be said; null where it did not. */
  problem: z.string().nullable(),
  /** What came can pay what is asked for today; else it is written down, and a person says what becomes of it. */
  pays: z.boolean(),
});
export type StatementFull = z.output<typeof StatementFull>;

export const StatementRule = z.object({ id: z.number(), contains: z.string(), act: z.enum(ruleActs), tenancy: Coded.nullable() });
export type StatementRule = z.output<typeof StatementRule>;
