import { sql } from 'kysely';
import { waits } from '#contract/home/waits.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oldestOf, type Waits } from '#server/kernel/waits.ts';
import { found } from './lists.ts';

/** Since it came, which may be long before a statement told of it. */
const came = sql<Date | null>`coalesce(payment.received_at, payment.created_at)`;
const unmatched = (ctx: Ctx) => oldestOf(found(ctx, waits.suspense.filter), came);
export const paymentWaits: Waits = { suspense: unmatched, unmatched };
