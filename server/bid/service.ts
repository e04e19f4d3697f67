import type { BidFull, bidCalls } from '#contract/bid/calls.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { all, type Bare, details, mine } from './find.ts';
import { paperPath } from './paper.ts';
import type { Terms } from './rows.ts';
import { saleFile, saleMove, saleOf, saleStep } from './sale.ts';
import { sales } from './sales.ts';
import { make, move, offer, turn } from './turns.ts';

/** What both sides agreed on: the last turn of an accepted bid. */
export async function termsOf(ctx: Pick<Ctx, 'db'>, bidId: number): Promise<Terms & { readonly cents: number }> {
  const { cents, terms } = await everything(ctx.db, 'bid_turn', 'the terms of a bid that was accepted')
    .select()
    .select(['cents', 'terms'])
    .where('bid_id', '=', bidId)
    .orderBy('n', 'desc')
    .executeTakeFirstOrThrow();
  return { ...(terms as Terms), cents };
}

/** With the paper of what was agreed, once it was. */
const withPaper =
  <I>(house: House, of: (ctx: Ctx, input: I) => Promise<Bare>) =>
  async (ctx: Ctx, input: I): Promise<BidFull> => {
    const bid = await of(ctx, input);
    return { ...bid, paper: bid.status === 'accepted' ? paperPath(house.secret, bid.id) : null };
  };

export const bidService = (house: House): Handlers<typeof bidCalls> => ({
  offer,
  make: withPaper(house, make),
  all,
  mine,
  details: withPaper(house, details),
  turn: withPaper(house, turn),
  move: withPaper(house, move),
  sales,
  sale: saleOf(house),
  saleStep: saleStep(house),
  saleFile: saleFile(house),
  saleMove: saleMove(house),
});
