import { formatKesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import { readCallerName, readPersonName } from '#server/approval/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { readCompanyName } from '#server/people/service.ts';

type Adjusted = { readonly code: string; readonly companyId: number; readonly cents: number; readonly reason: string };
/** The parameters of a notification about an adjustment: amount, direction, code and reason. */
const saidOf = ({ cents, code, reason }: Adjusted) => ({ sum: formatKesPlain(Math.abs(cents)), direction: cents < 0 ? 'out' : 'in', code, reason });

/** Notifies the other super admins that an adjustment needs approval. */
export async function notifyAdjustmentRequested(ctx: Ctx, asked: Adjusted, wallet: { id: number; code: string }): Promise<void> {
  const params = { ...saidOf(asked), who: await readCompanyName(ctx.db, asked.companyId), by: await readCallerName(ctx) };
  const page = linkTo('wallet.detail', 'superadmin', wallet);
  await notifyAudience(ctx, 'wallet.adjustment_asked', params, createNotificationAudience().superadmins().except(ctx.me.userId), {
    key: asked.code,
    page,
  });
}
/** Notifies the leaders of the wallet's company that an adjustment was posted. */
export async function notifyWalletAdjusted(ctx: Ctx, booked: Adjusted, askedBy: number | null): Promise<void> {
  const params = { ...saidOf(booked), asked: await readPersonName(ctx, askedBy), by: await readCallerName(ctx) };
  await notifyAudience(ctx, 'wallet.adjusted', params, createNotificationAudience().heads(booked.companyId), { key: booked.code });
}
