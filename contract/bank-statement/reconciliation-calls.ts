import { z } from 'zod';
import { approvalRules } from '#contract/approval/purposes.ts';
import { ApprovalRequestLink } from '#contract/approval/shapes.ts';
import { paymentRails } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { day, id, moment } from '#contract/kernel/list.ts';
import { platformFunds } from '#contract/treasury/kinds.ts';
import { CashAccount, CashMove } from '#contract/treasury/shapes.ts';
import { reconciliationSources, reconcilingItemKinds } from './kinds.ts';

const base = '/api/v2/payment' as const;
const Funds = z.object({ D: z.number(), P: z.number() });
const acting = { method: 'POST', needs: { only: ['superadmin'], with: ['payments', 'edit'] }, document: 'payments' } as const;
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;

/** `transfer`: the code of the transfer, refund or move. */
const Unseen = z.object({ id: z.number(), code: z.string(), day, cents: z.number(), transfer: z.string(), who: z.string() });
const ReconciliationFigure = z.object({
  account: CashAccount.extend({ rail: z.enum(paymentRails), fund: z.enum(platformFunds) }),
  /** The ledger balance now. */
  books_cents: z.number(),
  /** The time up to which receipts were requested from M-Pesa; null if never, and for a bank account. */
  asked_to: moment.nullable(),
  /** The last balance the bank reported, and the ledger balance of that day. */
  said: z
    .object({
      source: z.enum(reconciliationSources),
      day,
      bank_cents: z.number(),
      books_cents: z.number(),
      parts: z.array(z.object({ what: z.enum(reconcilingItemKinds), cents: z.number() })),
      /** The balance the bank should report by the ledger and all known differences. The rest is unexplained. */
      expected_cents: z.number(),
      difference_cents: z.number(),
      /**
       * Transfers that the bank has not shown yet, other journals missing on the statement (positive: received), and lines for money paid out without
       * a journal. The first of each.
       */
      outstanding: z.array(Unseen),
      unseen: z.array(Unseen),
      /** Transfers between the platform's own accounts that complete statements should have shown: they are part of the difference. */
      overdue: z.array(Unseen),
      strange: z.array(z.object({ statement_id: z.number(), n: z.number(), day, details: z.string(), cents: z.number() })),
    })
    .nullable(),
  /** Refunds recorded as paid from here with a reference that no statement shows: the oldest ones and the total. */
  unproven: z.object({
    count: z.number(),
    cents: z.number(),
    results: z.array(
      z.object({ code: z.string(), cents: z.number(), proof: z.string(), day, payment: z.object({ id: z.number(), code: z.string() }) }),
    ),
  }),
});
export type ReconciliationFigure = z.output<typeof ReconciliationFigure>;

/** Balances that banks report for the platform's accounts, and losses the platform bears. */
export const reconciliationCalls = {
  listReconciliations: call({
    method: 'GET',
    path: `${base}/bank_figures/`,
    summary: 'List the platform’s accounts with bank balance, ledger balance, explained differences and transfers due between funds',
    needs: reads,
    // `payable`: the part that is on an account and not cash held by a company.
    result: z.object({ results: z.array(ReconciliationFigure), owed: Funds, payable: Funds, stopped: z.string().nullable() }),
    fails: [],
  }),
  correctDifference: call({
    ...acting,
    path: `${base}/correct_cash/`,
    summary: 'Request that the platform bear an unexplained difference; another person approves',
    body: z.strictObject({ account_id: id, reason: z.string().trim().min(10).max(500) }),
    result: CashMove,
    fails: ['notFound', 'conflict'],
  }),
  approveMove: call({
    ...acting,
    needs: approvalRules.cashCorrection.needs,
    path: `${base}/approve_move/`,
    summary: 'Approve a correction that another person requested; the difference is computed again and must be unchanged',
    query: z.object({ id }),
    result: CashMove,
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    fresh: true,
  }),
  requestMoveUndo: call({
    ...acting,
    path: `${base}/request_move_undo/`,
    summary: 'Request that a posted correction or transfer between funds be undone; another person approves',
    body: z.strictObject({ id, reason: z.string().trim().min(10).max(500) }),
    result: ApprovalRequestLink,
    fails: ['notFound', 'conflict', 'wrongState'],
  }),
} as const;
