import { z } from 'zod';
import { doubtDecisions, doubtKinds, doubtStates } from '#contract/collection/kinds.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { lineFates, ruleActs, statementColumns, statementStates } from './kinds.ts';

const Coded = z.object({ id: z.number(), code: z.string() });

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
