import { z } from 'zod';
import { approvals } from '#contract/approval/purposes.ts';
import { rails } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { Move, Place } from '#contract/treasury/shapes.ts';
import { figureParts, figureSources } from './kinds.ts';

const base = '/api/v2/payment' as const;
const Funds = z.object({ D: z.number(), P: z.number() });
const acting = { method: 'POST', needs: { only: ['superadmin'], with: ['payments', 'edit'] }, document: 'payments' } as const;
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;

const Figure = z.object({
  account: Place.extend({ rail: z.enum(rails) }),
  /** What the books have there now. */
  books_cents: z.number(),
  /** Up to when M-Pesa was asked what came; null where it never was, and of a bank. */
  asked_to: moment.nullable(),
  /** What the bank said last, and what the books said of that day. */
  said: z
    .object({
      source: z.enum(figureSources),
      day,
      bank_cents: z.number(),
      books_cents: z.number(),
      parts: z.array(z.object({ what: z.enum(figureParts), cents: z.number() })),
      /** What the bank should say by the books and all that is known; what it says beyond that nobody can explain. */
      expected_cents: z.number(),
      difference_cents: z.number(),
      /** What the books have and the statement has not, above zero where it came in; what left by lines that nothing in the books is. The first of each. */
      unseen: z.array(z.object({ id: z.number(), code: z.string(), day, cents: z.number() })),
      strange: z.array(z.object({ statement_id: z.number(), n: z.number(), day, details: z.string(), cents: z.number() })),
    })
    .nullable(),
  /** Refunds that somebody said left here by a number that nothing shows: the oldest, and what all of them come to. */
  unproven: z.object({
    count: z.number(),
    cents: z.number(),
    results: z.array(
      z.object({ code: z.string(), cents: z.number(), proof: z.string(), day, payment: z.object({ id: z.number(), code: z.string() }) }),
    ),
  }),
});
export type Figure = z.output<typeof Figure>;

/** What banks say of the platform's money, and what the platform bears of it. */
export const figureCalls = {
  figures: call({
    method: 'GET',
    path: `${base}/bank_figures/`,
    summary:
      'What each account of the platform holds by its bank and by the books, why they differ as far as that is known, and what one fund owes another',
    needs: reads,
    // `payable`: what of it came to an account at all, and is not cash in somebody's hands.
    result: z.object({ results: z.array(Figure), owed: Funds, payable: Funds, stopped: z.string().nullable() }),
    fails: [],
  }),
  correct: call({
    ...acting,
    path: `${base}/correct_cash/`,
    summary: 'Ask that the platform bear a difference nobody can explain. Somebody else approves',
    body: z.strictObject({ account_id: id, reason: z.string().trim().min(10).max(500) }),
    result: Move,
    fails: ['notFound', 'conflict'],
  }),
  approveMove: call({
    ...acting,
    needs: approvals.cashCorrection.needs,
    path: `${base}/approve_move/`,
    summary: 'Approve a correction another asked for; reckoned anew, and refused if it is no longer the same',
    query: z.object({ id }),
    result: Move,
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    fresh: true,
  }),
} as const;
