import { waits } from '#contract/home/waits.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './lists.ts';
import { cameAt } from './rows.ts';

/** Since it came, which may be long before a statement told of it. */
const unmatched = (ctx: Ctx) => oldestOf(found(ctx, waits.suspense.filter), cameAt);
export const paymentWaits: Waits = { suspense: unmatched, unmatched };
