import { kesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { tell } from '#server/notification/service.ts';
import { companyName, headsOf, superadmins } from '#server/people/service.ts';

type Adjusted = { readonly code: string; readonly companyId: number; readonly cents: number; readonly reason: string };
/** How much, and which way. */
const saidOf = ({ cents, code, reason }: Adjusted) => ({ sum: kesPlain(Math.abs(cents)), direction: cents < 0 ? 'out' : 'in', code, reason });

/** Somebody asks for a correction: the others who may decide it. */
export async function tellAsked(ctx: Ctx, asked: Adjusted, wallet: { id: number; code: string }): Promise<void> {
  const { code } = asked;
  const params = { ...saidOf(asked), who: await companyName(ctx.db, asked.companyId) };
  for (const { id: personId } of (await superadmins(ctx.db)).filter(({ id }) => id !== ctx.me.userId))
    await tell(ctx, {
      ...{ event: 'wallet.adjustment_asked', to: { personId }, params, key: `wallet.adjustment_asked:${code}:${personId}` },
      page: linkTo('wallet.detail', 'superadmin', wallet),
    });
}
/** It was booked: whose money it is. */
export async function tellAdjusted(ctx: Ctx, booked: Adjusted): Promise<void> {
  const { code } = booked;
  for (const { id: personId } of await headsOf(ctx.db, booked.companyId))
    await tell(ctx, { event: 'wallet.adjusted', to: { personId }, params: saidOf(booked), key: `wallet.adjusted:${code}:${personId}` });
}
