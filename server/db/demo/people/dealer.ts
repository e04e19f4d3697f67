import { sql } from 'kysely';
import { quoteFeaturedBooking } from '#contract/featured/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthStart, startOfDay } from '#contract/time/days.ts';
import { creditUnusedDays, postFeaturedPurchase } from '#server/featured/booking-ledger.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import { connectPersonToCompany } from '#server/people/service.ts';
import { runInThePast } from '../run-in-past.ts';

const brought = 3;
const price = 50_000;

/** The number of recent months that are still open in the ledger. */
const months = 3;

/** Adds the dealer's commissions: recruited companies buy a few featured slots every month. */
export const fillDealer = (db: Db): Promise<void> =>
  runInThePast(db, async (tx, at) => {
    const today = clock.today();
    let turn = 0;
    await at(startOfDay(addMonths(monthStart(today), -months)));
    await recruit(tx);
    const places = await onOffer(tx);
    for (let day = addDays(addMonths(monthStart(today), -months), 9); day < today; day = addDays(day, 9)) {
      await at(new Date(startOfDay(day).getTime() + 9 * 3_600_000));
      await buyPlace(tx, places, turn++);
    }
  });

/** Owners whom the demo dealer introduced. The dealer earns a share of their purchases from Makao. */
async function recruit(db: Db): Promise<void> {
  const { rows } = await sql<{ dealer: number; person: number }>`/* unscoped: the demo data */
    select d.company_id as dealer, min(p.id) as person from person d, person p join company c on c.id = p.company_id and c.kind = 'owner'
      join property o on o.company_id = c.id join listing l on l.property_id = o.id join public_listing s on s.id = l.id
    where d.email = 'dealer@makao.test' and p.email is distinct from 'owner@makao.test' group by d.company_id, c.id order by c.id limit ${brought}`.execute(
    db,
  );
  for (const { dealer, person } of rows) await connectPersonToCompany(db, Number(dealer), Number(person));
}

type Bought = { listing_id: number; company_id: number; created_by: number; product_id: number };
/** One listing of each recruited company. It is read once, because the query takes half a second. */
async function onOffer(db: Db): Promise<readonly Bought[]> {
  const { rows } = await sql<Bought>`/* unscoped: the demo data */
    select distinct on (o.company_id) l.id as listing_id, o.company_id, cc.person_id as created_by, (select min(id) from featured_product) as product_id
    from company_connection cc join person d on d.company_id = cc.company_id and d.email = 'dealer@makao.test' join person p on p.id = cc.person_id
      join property o on o.company_id = p.company_id join listing l on l.property_id = o.id join public_listing s on s.id = l.id
    order by o.company_id, l.id`.execute(db);
  return rows;
}
/**
 * Books a featured slot for a week for one of the companies. Every third booking is stopped after four days, which refunds the rest and reverses the
 * commission on it.
 */
async function buyPlace(db: Db, places: readonly Bought[], turn: number): Promise<void> {
  const one = places[turn % Math.max(1, places.length)];
  if (!one) return;
  const [from, to] = [addDays(clock.today(), -8), addDays(clock.today(), -2)];
  const { net, vat, total } = quoteFeaturedBooking(from, to, price, from);
  const made = await add({ db }, 'featured_booking')
    .values({
      ...one,
      status: 'ended',
      starts_on: from,
      ends_on: to,
      started_on: from,
      ended_on: turn % 3 === 2 ? addDays(from, 3) : to,
      price_cents: net,
      vat_cents: vat,
      paid_by: 'hand',
      paid_cents: total,
      clicks: 40 + turn * 7,
      impressions: 900 + turn * 133,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const ctx = asClock(db, 'the demo');
  await postFeaturedPurchase(ctx, made, { by: 'bank' });
  await creditUnusedDays(ctx, made.id);
}
