import type { ClosingCheck, Forget, Holdings } from '#server/kernel/personal-data.ts';
import { everything } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

const theirs = 'the export a person asked for, of what is theirs';

export const bidHoldings: Holdings = {
  bids: (db, id) =>
    everything(db, 'bid', theirs)
      .select()
      .innerJoin('bid_turn', 'bid_turn.bid_id', 'bid.id')
      .select(['bid.code', 'bid.status', 'bid_turn.n', 'bid_turn.by_bidder', 'bid_turn.cents', 'bid_turn.terms', 'bid_turn.at'])
      .where('bid.person_id', '=', id)
      .orderBy('bid.id')
      .orderBy('bid_turn.n')
      .execute(),
  purchases: (db, id) =>
    everything(db, 'sale_file', theirs)
      .select()
      .select(['code', 'status', 'price_cents', 'reason', 'created_at'])
      .where('buyer_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** The figures stay with the company; the words of whoever is gone do not. */
export const forgetBid: Forget = async (tx, id) => {
  const bids = await everything(tx, 'bid', 'the clock forgets closed accounts').select().select('id').where('person_id', '=', id).execute();
  if (bids.length === 0) return;
  await everything(tx, 'bid_turn', 'the clock forgets closed accounts')
    .change()
    .set({ terms: '{}' })
    .where(
      'bid_id',
      'in',
      bids.map((bid) => bid.id),
    )
    .where('by_bidder', '=', true)
    .execute();
  // Why somebody withdrew or stepped back is theirs too.
  await everything(tx, 'bid', 'the clock forgets closed accounts').change().set({ reason: '' }).where('person_id', '=', id).execute();
  await everything(tx, 'sale_file', 'the clock forgets closed accounts').change().set({ reason: '' }).where('buyer_id', '=', id).execute();
};

/** Whoever is buying, or has a bid somebody may accept at any moment, stays until that has come to its end. */
export const openBids: ClosingCheck = async (db, personId) => {
  const sale = await everything(db, 'sale_file', 'whether an account may close')
    .select()
    .select('id')
    .where('buyer_id', '=', personId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (sale) return m.bid_closing_sale();
  const bid = await everything(db, 'bid', 'whether an account may close')
    .select()
    .select('id')
    .where('person_id', '=', personId)
    .where('status', 'in', ['open', 'countered'])
    .executeTakeFirst();
  return bid ? m.bid_closing_bid() : null;
};
