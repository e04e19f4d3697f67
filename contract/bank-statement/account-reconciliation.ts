import { z } from 'zod';
import { paymentRails } from '#contract/collection/kinds.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { reconciliationSources } from './kinds.ts';

/** In all lists `cents` is what the item adds to the bank balance compared with the ledger. */
const Item = z.object({
  kind: z.string(),
  /** Null for a transfer that the ledger does not contain yet. */
  journal_id: z.number().nullable(),
  /** The code of the journal itself, which its page needs. Worksheets that were stored before do not have it. */
  journal_code: z.string().optional(),
  /** The code of the transfer, refund or cash move, otherwise of the journal. */
  code: z.string(),
  who: z.string(),
  day,
  cents: z.number(),
  /** No statement has shown it for more than the days that a bank usually takes. */
  overdue: z.boolean(),
});
const Line = z.object({ statement_id: z.number(), n: z.number(), day, details: z.string(), cents: z.number(), ignored: z.boolean() });
const listOf = <T extends z.ZodType>(item: T) => z.object({ count: z.number(), cents: z.number(), items: z.array(item) });

/** The reconciliation of one account for one day: from the ledger balance to the bank balance. */
export const AccountReconciliation = z.object({
  account: z.object({
    id: z.number(),
    name: z.string(),
    number: z.string(),
    rail: z.enum(paymentRails),
    fund: z.string(),
    /** The codes of its ledger accounts. */
    codes: z.array(z.number()),
  }),
  day,
  /** The last balance known up to that day; `day` is the day of the last statement line, and `at` the moment of an answer of M-Pesa. */
  bank: z
    .object({
      cents: z.number(),
      day,
      source: z.enum(reconciliationSources),
      statement_id: z.number().nullable(),
      // Worksheets that were stored before the moment was read lack it.
      at: moment.nullable().optional(),
    })
    .nullable(),
  ledger_cents: z.number(),
  /** Transfers in the ledger that no statement shows yet: payouts, refunds, and moves between the platform's own accounts. */
  outstanding: listOf(Item),
  /** Moves between the platform's own accounts that complete statements should have shown: they explain nothing, and are not part of the sum. */
  overdue_moves: listOf(Item).optional(),
  /** Receipts in the ledger that no statement shows yet. */
  in_transit: listOf(Item),
  /** Lines without a journal. */
  unidentified: listOf(Line),
  /** Sent, or recorded as failed by a person, and not in the ledger: a list for the reader, which is not part of the sum. */
  sent: listOf(Item),
  /** For a balance of M-Pesa: the entries between its answer and the end of the day. Worksheets stored before have their sum in `late_cents`. */
  after: listOf(Item).optional(),
  /** Lines whose journal has a later value date. */
  late_cents: z.number(),
  /** Reversals by M-Pesa or a bank that await a decision. */
  contested_cents: z.number(),
  /** For a balance of M-Pesa: transfers that may have left, and receipts that may have arrived. */
  in_doubt_cents: z.number(),
  /** The unexplained difference; null if no balance is known. */
  difference_cents: z.number().nullable(),
});
export type AccountReconciliation = z.output<typeof AccountReconciliation>;
