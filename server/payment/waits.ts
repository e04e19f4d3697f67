import { waits } from '#contract/home/waits.ts';
import { foundDoubts } from '#server/bank-statement/doubts.ts';
import { cameAt } from '#server/collection/rows.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { foundRefunds } from '#server/refund/refunds.ts';
import { foundMoves } from '#server/treasury/cash-moves.ts';
import { foundAccounts } from '#server/treasury/settings.ts';
import { found } from './lists.ts';

/** Since it came, which may be long before a statement told of it. */
const unmatched = (ctx: Ctx) => oldestOf(found(ctx, waits.suspense.filter), cameAt);
const refunds = (ctx: Ctx) => oldestOf(foundRefunds(ctx, waits.refunds.filter), 'refund.asked_at');
export const paymentWaits: Waits = {
  ...{ suspense: unmatched, unmatched },
  doubts: (ctx) => oldestOf(foundDoubts(ctx, waits.doubts.filter), 'payment_doubt.created_at'),
  ...{ refunds, refundsHere: refunds },
  accounts: (ctx) => oldestOf(foundAccounts(ctx, waits.accounts.filter), 'collection_account.asked_at'),
  corrections: (ctx) => oldestOf(foundMoves(ctx, waits.corrections.filter), 'cash_move.created_at'),
};
