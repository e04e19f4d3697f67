import { z } from 'zod';
import { approvals } from '#contract/approval/purposes.ts';
import { figureParts, figureSources, moveKinds, rails } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, filters, id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { moveMachine } from './machine.ts';

const base = '/api/v2/payment' as const;
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;
const acting = { method: 'POST', needs: { only: ['superadmin'], with: ['payments', 'edit'] }, document: 'payments' } as const;
const reason = z.string().trim().min(3).max(500);
const proof = line.min(3).max(120);
const cents = amount(most.charge, 1);
const Place = z.object({ id: z.number(), name: z.string() });

const Funds = z.object({ D: z.number(), P: z.number() });
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

const Move = z.object({
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

/** Where the platform's money really is: what banks say of it, and what is moved from one place of ours to another. */
export const paymentCashCalls = {
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
  moves: call({
    method: 'GET',
    path: `${base}/cash_moves/`,
    summary: 'What was moved between places of our own, newest first',
    needs: reads,
    /** `waiting`: corrections for the caller to decide, since another asked. */
    query: z.object({ page, page_size: pageSize, z_filter: filters({ waiting: z.enum(['true']) }) }),
    result: list(Move),
    fails: [],
  }),
  askPaybill: call({
    ...acting,
    path: `${base}/ask_paybill/`,
    summary: 'Ask M-Pesa now what came to the paybill and what it stands at: what it answers is taken when it comes',
    body: z.strictObject({ account_id: id }),
    result: Place,
    fails: ['notFound'],
  }),
  sweep: call({
    ...acting,
    path: `${base}/sweep/`,
    summary: 'Write down that money left the paybill for the bank: it is under way until the bank’s statement or a person says that it arrived',
    body: z.strictObject({ account_id: id, to_account_id: id, cents, proof }),
    result: Move,
    fails: ['notFound', 'conflict', 'invalid'],
  }),
  clear: call({
    ...acting,
    path: `${base}/clear_funds/`,
    summary: 'Write down that the clients’ bank paid the deposits’ or the platform’s bank what it owed; never more than that',
    body: z.strictObject({ account_id: id, to_fund: z.enum(['D', 'P']), cents, proof }),
    result: Move,
    fails: ['notFound', 'conflict', 'invalid'],
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
  arrivedMove: call({
    ...acting,
    path: `${base}/arrived_move/`,
    summary: 'Write down that swept money is in the bank, with the bank’s number',
    query: z.object({ id }),
    body: z.strictObject({ proof }),
    result: Move,
    fails: ['notFound', 'wrongState'],
  }),
  undoMove: call({
    ...acting,
    path: `${base}/undo_move/`,
    summary: 'Take back a sweep that has not arrived, or a correction nobody approved',
    query: z.object({ id }),
    body: z.strictObject({ reason }),
    result: Move,
    fails: ['notFound', 'wrongState'],
  }),
} as const;
