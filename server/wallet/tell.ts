import { kesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { audience, notify } from '#server/notification/service.ts';
import { companyName } from '#server/people/service.ts';

type Adjusted = { readonly code: string; readonly companyId: number; readonly cents: number; readonly reason: string };
/** How much, and which way. */
const saidOf = ({ cents, code, reason }: Adjusted) => ({ sum: kesPlain(Math.abs(cents)), direction: cents < 0 ? 'out' : 'in', code, reason });

/** An adjustment needs approval: the other superadmins. */
export async function tellAsked(ctx: Ctx, asked: Adjusted, wallet: { id: number; code: string }): Promise<void> {
  const params = { ...saidOf(asked), who: await companyName(ctx.db, asked.companyId) };
  const page = linkTo('wallet.detail', 'superadmin', wallet);
  await notify(ctx, 'wallet.adjustment_asked', params, audience().superadmins().except(ctx.me.userId), { key: asked.code, page });
}
/** It was booked: the heads of the company whose wallet it is. */
export async function tellAdjusted(ctx: Ctx, booked: Adjusted): Promise<void> {
  await notify(ctx, 'wallet.adjusted', saidOf(booked), audience().heads(booked.companyId), { key: booked.code });
}
