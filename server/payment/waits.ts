import { waits } from '#contract/home/waits.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './lists.ts';

const unmatched = (ctx: Ctx) => oldestOf(found(ctx, waits.suspense.filter), 'payment.created_at');
export const paymentWaits: Waits = { suspense: unmatched, unmatched };
