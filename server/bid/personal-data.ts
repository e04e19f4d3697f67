import type { ClosingCheck, ErasePersonalData, PersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

const theirs = 'the export a person asked for, of what is theirs';

export const bidPersonalData: PersonalData = {
  bids: (db, id) =>
    unscopedTable(db, 'bid', theirs)
      .select()
      .innerJoin('bid_turn', 'bid_turn.bid_id', 'bid.id')
      .select(['bid.code', 'bid.status', 'bid_turn.n', 'bid_turn.by_bidder', 'bid_turn.cents', 'bid_turn.terms', 'bid_turn.at'])
      .where('bid.person_id', '=', id)
      .orderBy('bid.id')
      .orderBy('bid_turn.n')
      .execute(),
  purchases: (db, id) =>
    unscopedTable(db, 'sale_file', theirs)
      .select()
      .select(['code', 'status', 'price_cents', 'reason', 'created_at'])
      .where('buyer_id', '=', id)
      .orderBy('id')
      .execute(),
};

/** The company keeps the amounts of the bids; the texts of a person with a closed account are erased. */
export const eraseBidPersonalData: ErasePersonalData = async (tx, id) => {
  const bids = await unscopedTable(tx, 'bid', 'scheduled job erases the data of closed accounts')
    .select()
    .select('id')
    .where('person_id', '=', id)
    .execute();
  if (bids.length === 0) return;
  await unscopedTable(tx, 'bid_turn', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ terms: '{}' })
    .where(
      'bid_id',
      'in',
      bids.map((bid) => bid.id),
    )
    .where('by_bidder', '=', true)
    .execute();
  // The reason of a withdrawal is a text of the person too.
  await unscopedTable(tx, 'bid', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ reason: '' })
    .where('person_id', '=', id)
    .execute();
  await unscopedTable(tx, 'sale_file', 'scheduled job erases the data of closed accounts')
    .change()
    .set({ reason: '' })
    .where('buyer_id', '=', id)
    .execute();
};

/** A buyer, or a person with a bid that may be accepted at any time, cannot close their account until it ends. */
export const openBidsAndSalesCheck: ClosingCheck = async (db, personId) => {
  const sale = await unscopedTable(db, 'sale_file', 'checks whether the account may be closed')
    .select()
    .select('id')
    .where('buyer_id', '=', personId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (sale) return m.bid_closing_sale();
  const bid = await unscopedTable(db, 'bid', 'checks whether the account may be closed')
    .select()
    .select('id')
    .where('person_id', '=', personId)
    .where('status', 'in', ['open', 'countered'])
    .executeTakeFirst();
  return bid ? m.bid_closing_bid() : null;
};
