import { kesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { audience, notify } from '#server/notification/service.ts';
import type { AccountRow } from '#server/treasury/service.ts';

/** Who alone can put it right: superadmins. */
export async function tellDiffers(ctx: Ctx, account: AccountRow, { day, cents }: { day: string; cents: number }): Promise<void> {
  const params = { sum: kesPlain(Math.abs(cents)), account: account.name, day };
  const message = { key: `${account.id}:${day}:${cents}`, page: linkTo('payment.finance', 'superadmin', {}) };
  await notify(ctx, 'payment.differs', params, audience().superadmins(), message);
}
