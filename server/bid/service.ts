import type { bidCalls } from '#contract/bid/calls.ts';
import type { BidDetails } from '#contract/bid/shapes.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildAcceptanceDocumentPath } from './acceptance-document.ts';
import { type BidWithoutDocument, listBids, listOwnBids, readBidDetails } from './bid-queries.ts';
import { counterBid, createBid, moveBid, readBiddingInfo } from './bid-turns.ts';
import type { BidTerms } from './rows.ts';
import { addSaleFile, moveSale, readSale, setSaleStep } from './sale.ts';
import { listSales } from './sales.ts';

/** The agreed terms: the last turn of an accepted bid. */
export async function readBidTerms(ctx: Pick<Ctx, 'db'>, bidId: number): Promise<BidTerms & { readonly cents: number }> {
  const { cents, terms } = await unscopedTable(ctx.db, 'bid_turn', 'the terms of an accepted bid')
    .select()
    .select(['cents', 'terms'])
    .where('bid_id', '=', bidId)
    .orderBy('n', 'desc')
    .executeTakeFirstOrThrow();
  return { ...(terms as BidTerms), cents };
}

/** Adds the document of an accepted bid. */
const withPaper =
  <I>(services: RunningServices, of: (ctx: Ctx, input: I) => Promise<BidWithoutDocument>) =>
  async (ctx: Ctx, input: I): Promise<BidDetails> => {
    const bid = await of(ctx, input);
    return { ...bid, paper: bid.status === 'accepted' ? buildAcceptanceDocumentPath(services.secret, bid.id) : null };
  };

export const bidService = (services: RunningServices): CallHandlers<typeof bidCalls> => ({
  biddingInfo: readBiddingInfo,
  create: withPaper(services, createBid),
  list: listBids,
  listMine: listOwnBids,
  details: withPaper(services, readBidDetails),
  counter: withPaper(services, counterBid),
  move: withPaper(services, moveBid),
  listSales,
  sale: readSale(services),
  saleStep: setSaleStep(services),
  saleFile: addSaleFile(services),
  saleMove: moveSale(services),
});
