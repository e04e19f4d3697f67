import { sql } from 'kysely';
import { bidResponseHours, saleSteps } from '#contract/bid/terms.ts';
import { prorateToWholeShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, toNairobiDay } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const states = ['open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
const ago = (days: number) => new Date(clock.ms() - days * 86_400_000);
const accounts = ['owner@makao.test', 'agent@makao.test', 'dealer@makao.test'] as const;

const listings = (db: Db) =>
  db
    .selectFrom('listing')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .select(['listing.id', 'listing.property_id', 'listing.unit_id', 'listing.price_cents', 'listing.listing_type', 'listing.status'])
    .select('property.company_id')
    .where('listing.deleted_at', 'is', null)
    .where('property.deleted_at', 'is', null)
    .orderBy('listing.negotiable', 'desc')
    .orderBy('listing.id');

/** The listings that a demo account manages: those of its company and those for which it is the contact. */
const listingsOf = async (db: Db, email: string) => {
  const me = await db.selectFrom('person').select(['id', 'company_id']).where('email', '=', email).executeTakeFirst();
  if (!me) return [];
  return listings(db)
    .where((eb) => eb.or([eb('property.company_id', '=', me.company_id), eb('listing.contact_id', '=', me.id)]))
    .limit(60)
    .execute();
};
type Listed = Awaited<ReturnType<typeof listingsOf>>[number];

/** Adds one bid for a home with its turns. */
async function addBid(db: Db, at: Listed, person: number, status: (typeof states)[number], days: number): Promise<number> {
  const open = status === 'open' || status === 'countered';
  const turns = status === 'open' || status === 'withdrawn' ? 1 : 2;
  const lead = await db.selectFrom('lead').select('id').where('listing_id', '=', at.id).where('person_id', '=', person).executeTakeFirst();
  const bid = await db
    .insertInto('bid')
    .values({
      company_id: at.company_id,
      property_id: at.property_id,
      unit_id: at.unit_id,
      listing_id: at.id,
      person_id: person,
      status,
      turns,
      lead_id: lead?.id ?? null,
      expires_at: open ? computeEveningDeadline(ago(days), bidResponseHours) : null,
      reason: status === 'declined' ? 'Another bid was higher' : '',
      created_at: ago(days),
      updated_at: ago(days / 2),
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!bid) return 0;
  const terms = JSON.stringify(
    at.listing_type === 2 ? { financing: 'mortgage', conditions: 'Vacant possession on completion' } : { term_months: 12 },
  );
  await db
    .insertInto('bid_turn')
    .values(
      Array.from({ length: turns }, (_, n) => ({
        bid_id: bid.id,
        n: n + 1,
        by_bidder: n % 2 === 0,
        terms,
        at: ago(days - n / 2),
        cents: prorateToWholeShillings(at.price_cents, 90 + n * 5, 100),
      })),
    )
    .execute();
  if (lead) await sayBid(db, lead.id, bid.id, prorateToWholeShillings(at.price_cents, 90, 100), ago(days));
  return bid.id;
}

/** The bid appears in the conversation of the enquiry, as for any bid. */
const sayBid = (db: Db, lead: number, bid: number, amount: number, at: Date) =>
  sql`with talk as (update thread set last_seq = last_seq + 1, last_at = greatest(last_at, ${at}) where lead_id = ${lead} returning id, last_seq)
    insert into thread_message (thread_id, seq, client_key, event, about, at)
    select talk.id, talk.last_seq, gen_random_uuid(), 'bid.made', jsonb_build_object('bid_id', bid.id, 'code', bid.code, 'cents', ${amount}::bigint), ${at}
    from talk, bid where bid.id = ${bid}`.execute(db);

/** The listing status after a sale in each state. */
const leaves = { open: 'paused', completed: 'closed', fallen_through: 'live' } as const;
type SaleState = keyof typeof leaves;

/** Adds bids in every status, and sales that are open, completed and fallen through. */
export async function fillBids(db: Db): Promise<void> {
  const tenants = await db.selectFrom('person').select(['id', 'email']).where('user_type', '=', 0).orderBy('id').limit(12).execute();
  const demo = tenants.find(({ email }) => email === 'tenant@makao.test') ?? tenants[0];
  if (!demo) return;
  const others = tenants.filter(({ id }) => id !== demo.id);
  const asked = await listings(db)
    .innerJoin('lead', 'lead.listing_id', 'listing.id')
    .where('lead.person_id', '=', demo.id)
    .where('listing.status', '=', 'live')
    .limit(2)
    .execute();
  for (const [n, at] of asked.entries()) await addBid(db, at, demo.id, n === 0 ? 'countered' : 'open', 1.5);
  for (const [a, email] of accounts.entries()) {
    const left = await listingsOf(db, email);
    for (const [n, state] of (Object.keys(leaves) as SaleState[]).entries()) {
      const buyer = a === 0 ? demo : others[(a + n) % Math.max(1, others.length)];
      const at = left.find((one) => one.listing_type === 2 && one.status === leaves[state]) ?? left.find((one) => one.listing_type === 2) ?? left[0];
      if (!buyer || !at) continue;
      left.splice(left.indexOf(at), 1);
      const bid = await addBid(db, at, buyer.id, 'accepted', 30 + n * 40);
      if (bid > 0) await addSale(db, at, bid, buyer.id, state, 29 + n * 40);
    }
    const offered = left.filter((one) => one.status === 'live');
    for (const [n, at] of (offered.length > 0 ? offered : left).slice(0, states.length).entries()) {
      const status = states[n] ?? 'open';
      const days = status === 'open' || status === 'countered' ? 1 + (a + n) / 4 : 5 + n * 3;
      await addBid(db, at, demo.id, status, days);
      const other = others[(a * 3 + n) % Math.max(1, others.length)];
      if (other && n < 3) await addBid(db, at, other.id, 'open', 1 + n / 4);
    }
  }
}

async function addSale(db: Db, at: Listed, bid: number, buyer: number, status: SaleState, days: number): Promise<void> {
  const sale = await db
    .insertInto('sale_file')
    .values({
      company_id: at.company_id,
      property_id: at.property_id,
      listing_id: at.id,
      bid_id: bid,
      buyer_id: buyer,
      status,
      price_cents: prorateToWholeShillings(at.price_cents, 95, 100),
      reason: status === 'fallen_through' ? 'The bank rejected the mortgage application' : '',
      created_at: ago(days),
      updated_at: ago(1),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const head = await db
    .selectFrom('person')
    .select('id')
    .where('company_id', '=', at.company_id)
    .where(sql<boolean>`app.is_head(user_type, is_active, closed_at)`)
    .orderBy('id')
    .executeTakeFirst();
  const opened = toNairobiDay(ago(days));
  const done = { open: 3, completed: saleSteps.length, fallen_through: 2 }[status];
  await db
    .insertInto('sale_step')
    .values(
      saleSteps.map(({ step, days: after }, n) => ({
        sale_id: sale.id,
        step,
        n: n + 1,
        due_on: addDays(opened, after),
        ...(n < done ? { done_at: ago(Math.max(1, days - 2 - n * 6)), done_by: head?.id ?? null, note: 'Confirmed by both advocates' } : {}),
      })),
    )
    .execute();
}
