import { waits } from '#contract/home/waits.ts';
import { askedAtOf } from '#server/approval/service.ts';
import { foundDoubts } from '#server/bank-statement/doubts.ts';
import { cameAt } from '#server/collection/rows.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { clientRefundApproval } from '#server/refund/approvals.ts';
import { foundRefunds } from '#server/refund/refunds.ts';
import { accountApproval, correctionApproval } from '#server/treasury/approvals.ts';
import { foundMoves } from '#server/treasury/cash-moves.ts';
import { foundAccounts } from '#server/treasury/settings.ts';
import { found } from './lists.ts';

/** Since it came, which may be long before a statement told of it. */
const unmatched = (ctx: Ctx) => oldestOf(found(ctx, waits.suspense.filter), cameAt);
const refunds = (ctx: Ctx) => oldestOf(foundRefunds(ctx, waits.refunds.filter), askedAtOf(clientRefundApproval));
export const paymentWaits: Waits = {
  ...{ suspense: unmatched, unmatched },
  doubts: (ctx) => oldestOf(foundDoubts(ctx, waits.doubts.filter), 'payment_doubt.created_at'),
  ...{ refunds, refundsHere: refunds },
  accounts: (ctx) => oldestOf(foundAccounts(ctx, waits.accounts.filter), askedAtOf(accountApproval)),
  corrections: (ctx) => oldestOf(foundMoves(ctx, waits.corrections.filter), askedAtOf(correctionApproval)),
};
