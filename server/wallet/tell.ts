import { kesPlain } from '#contract/money/format.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { tell } from '#server/notification/service.ts';
import { companyName, headsOf, superadmins } from '#server/people/service.ts';

type Adjusted = { readonly code: string; readonly companyId: number; readonly cents: number; readonly reason: string };

/** Somebody asks for a correction: the others who may decide it. */
export async function tellAsked(ctx: Ctx, { code, companyId, cents, reason }: Adjusted, wallet: { id: number; code: string }): Promise<void> {
  const params = { sum: kesPlain(cents), code, reason, who: await companyName(ctx.db, companyId) };
  for (const { id: personId } of (await superadmins(ctx.db)).filter(({ id }) => id !== ctx.me.userId))
    await tell(ctx, {
      ...{ event: 'wallet.adjustment_asked', to: { personId }, params, key: `wallet.adjustment_asked:${code}:${personId}` },
      page: linkTo('wallet.detail', 'superadmin', wallet),
    });
}
/** It was booked: whose money it is. */
export async function tellAdjusted(ctx: Ctx, { code, companyId, cents, reason }: Adjusted): Promise<void> {
  const params = { sum: kesPlain(Math.abs(cents)), code, reason, direction: cents < 0 ? 'out' : 'in' };
  for (const { id: personId } of await headsOf(ctx.db, companyId))
    await tell(ctx, { event: 'wallet.adjusted', to: { personId }, params, key: `wallet.adjusted:${code}:${personId}` });
}
