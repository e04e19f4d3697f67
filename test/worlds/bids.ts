import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { bidService } from '#server/bid/service.ts';
import { freshHouse } from '#test/db.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, type Place, place } from './market.ts';

/** Homes whose price can be talked about, people who bid for them, and what both sides say. */
export async function bidWorld() {
  const house = await freshHouse();
  const service = bidService(house);
  let n = 0;
  type At = Place & { listing: number; lets: boolean };
  const offer = async (facts: { listing_type?: number } & Record<string, unknown> = {}): Promise<At> => {
    const at = await place(house);
    return { ...at, lets: facts.listing_type !== 2, listing: await addListing(house, at, { contact_id: at.owner.id, negotiable: true, ...facts }) };
  };
  /** A sale is of the whole home: nobody else's listing of it is live. */
  const sale = (facts: object = {}) => offer({ listing_type: 2, price_cents: cents(1_000_000_000), price_period: 3, ...facts });
  async function bidder(): Promise<Somebody> {
    const one = await somebody(house, 'tenant');
    await house.database.db
      .updateTable('person')
      .set({ phone: `+25475500${String(1000 + ++n)}` })
      .where('id', '=', one.id)
      .execute();
    return one;
  }
  const as = <T>(who: Somebody | null, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
  const begin = () => ({ starts_on: addDays(clock.today(), 14), term_months: 12 });
  const make = (who: Somebody, at: At, amount = 4_000_000, more: object = {}) =>
    as(who, (ctx) => service.make(ctx, { listing_id: at.listing, cents: cents(amount), ...(at.lets ? begin() : {}), ...more }));
  type Bid = Awaited<ReturnType<typeof make>>;
  const turn = (who: Somebody, bid: Bid, amount: number) =>
    as(who, (ctx) => service.turn(ctx, { id: bid.id, revision: bid.revision, cents: cents(amount) }));
  const move = (who: Somebody, bid: Bid, name: Bid['moves'][number], reason = '') =>
    as(who, (ctx) => service.move(ctx, { id: bid.id, revision: bid.revision, move: name, reason }));
  return { house, service, offer, sale, bidder, as, make, turn, move };
}
export type BidWorld = Awaited<ReturnType<typeof bidWorld>>;
