import { waits } from '#contract/home/waits.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { firstAsked, found } from './read.ts';

export const walletWaits: Waits = { adjustments: (ctx) => oldestOf(found(ctx, waits.adjustments.filter), firstAsked(ctx)) };
