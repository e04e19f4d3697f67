import { waits } from '#contract/home/waits.ts';
import { askedAtOf } from '#server/approval/service.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { payoutApproval } from './approvals.ts';
import { found } from './desk.ts';
import { foundPayments } from './read.ts';

export const settlementWaits: Waits = {
  payouts: (ctx) => oldestOf(foundPayments(ctx, waits.payouts.filter), askedAtOf(payoutApproval)),
  payoutErrors: (ctx) => oldestOf(found(ctx, waits.payoutErrors.filter), 'settlement_error.first_at'),
};
