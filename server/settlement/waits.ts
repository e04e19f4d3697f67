import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './desk.ts';
import { foundPayments } from './read.ts';

export const settlementWaits: Waits = {
  payouts: (ctx) => oldestOf(foundPayments(ctx, waits.payouts.filter), 'settlement_payment.created_at'),
  payoutErrors: (ctx) => oldestOf(found(ctx, waits.payoutErrors.filter), 'settlement_error.first_at'),
};
