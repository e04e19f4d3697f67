import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './desk.ts';

export const settlementWaits: Waits = { payoutErrors: (ctx) => oldestOf(found(ctx, waits.payoutErrors.filter), 'settlement_error.first_at') };
