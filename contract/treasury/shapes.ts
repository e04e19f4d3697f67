import { z } from 'zod';
import { rails } from '#contract/collection/kinds.ts';
import { moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { moveKinds } from './kinds.ts';
import { moveMachine } from './machine.ts';

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

/** One of them, by its name. */
export const Place = z.object({ id: z.number(), name: z.string() });

export const Move = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.enum(moveKinds),
  status: stateSchema(moveMachine),
  account: Place,
  to: Place.nullable(),
  to_fund: z.enum(['D', 'P']).nullable(),
  /** Of a correction below zero: the account holds less than the books said. */
  cents: z.number(),
  proof: z.string(),
  reason: z.string(),
  made_by: z.string().nullable(),
  decided_by: z.string().nullable(),
  created_at: moment,
  /** Whether the caller may approve it: another person asked for it. */
  may_approve: z.boolean(),
});
export type Move = z.output<typeof Move>;
