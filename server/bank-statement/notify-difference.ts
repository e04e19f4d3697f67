import { formatKesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';

/** Notifies super admins, the only ones who can correct it. */
export async function notifyReconciliationDifference(
  ctx: Ctx,
  account: CollectionAccountRow,
  { day, cents }: { day: string; cents: number },
): Promise<void> {
  const params = { sum: formatKesPlain(Math.abs(cents)), account: account.name, day };
  const message = { key: `${account.id}:${day}:${cents}`, page: linkTo('payment.finance', 'superadmin', {}) };
  await notifyAudience(ctx, 'payment.differs', params, createNotificationAudience().superadmins(), message);
}
