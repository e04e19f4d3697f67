import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Cents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const ago = (days: number) => new Date(clock.ms() - days * 86_400_000);
const searches = [
  { name: 'Homes to rent in Kilimani', place: 'Kilimani', rest: 'type=rent', often: 'instant' },
  { name: 'Bedsitters with a borehole', place: null, rest: 'type=rent&beds=0&amenities=borehole', often: 'daily' },
  { name: 'Plots and houses to buy', place: null, rest: 'type=buy', often: 'weekly' },
] as const;

/** Adds the saved homes, saved searches and enquiries of tenants. */
export async function fillDemoSavedHomes(db: Db): Promise<void> {
  const demo = await db
    .selectFrom('person')
    .select(['id', 'name', 'phone', 'email'])
    .where('email', '=', 'tenant@makao.test')
    .executeTakeFirstOrThrow();
  const others = await db
    .selectFrom('person')
    .select('id')
    .where('user_type', '=', 0)
    .where('is_active', '=', true)
    .where('id', '<>', demo.id)
    .orderBy('id')
    .limit(3)
    .execute();
  const offers = await db
    .selectFrom('public_listing')
    .innerJoin('listing', 'listing.id', 'public_listing.id')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .distinctOn('listing.property_id')
    .select(['listing.id', 'listing.price_cents', 'listing.property_id', 'listing.unit_id', 'listing.contact_id', 'property.company_id'])
    .where('listing.listing_type', '=', 0)
    .orderBy('listing.property_id')
    .orderBy('listing.id')
    .execute();
  const taken = await db
    .selectFrom('listing')
    .select(['id', 'price_cents'])
    .where('status', 'in', ['closed', 'paused'])
    .orderBy('status')
    .orderBy('id')
    .executeTakeFirst();
  const at = (n: number) => offers[n % offers.length];
  const kept: { person_id: number; listing_id: number; price_cents: Cents; created_at: Date; note?: string }[] = [];
  const save = (person_id: number, n: number, change: number, days: number, note = '') => {
    const offer = at(n);
    if (offer) kept.push({ person_id, listing_id: offer.id, price_cents: toCents(offer.price_cents + change), created_at: ago(days), note });
  };
  save(demo.id, 1, 300_000, 2, 'Near the school. Ask about water.');
  save(demo.id, 6, 0, 5);
  save(demo.id, 9, -200_000, 8);
  save(demo.id, 13, 500_000, 12, 'Toured on Saturday. The lift works.');
  if (taken) kept.push({ person_id: demo.id, listing_id: taken.id, price_cents: taken.price_cents, created_at: ago(3) });
  for (const [n, { id }] of others.entries()) {
    save(id, 2 + n, 0, 4 + n);
    save(id, 7 + n, 250_000, 9 + n);
  }
  await db.insertInto('favourite').values(kept).execute();
  await sql`update listing set saves = saves + f.n from (select listing_id, count(*)::int as n from favourite group by 1) f where f.listing_id = listing.id`.execute(
    db,
  );
  await addSearches(db, [demo.id, ...others.map((o) => o.id)]);
  await addEnquiries(db, demo, at);
}

async function addSearches(db: Db, people: readonly number[]): Promise<void> {
  for (const [n, person_id] of people.entries())
    for (const [at, { name, place, rest, often }] of searches.entries()) {
      if (n > 0 && at !== n - 1) continue;
      const found = place
        ? await db.selectFrom('location').select('id').where('kind', '=', 'estate').where('name', '=', place).orderBy('id').executeTakeFirst()
        : undefined;
      const stop_key = createHash('sha256').update(`demo ${person_id} ${at}`).digest('base64url').slice(0, 32);
      const query = found ? `${rest}&place=${found.id}` : rest;
      await db
        .insertInto('saved_search')
        .values({ person_id, name, query, often, stop_key, created_at: ago(14 - at) })
        .execute();
    }
}

type Offer = { id: number; property_id: number; unit_id: number | null; contact_id: number | null; company_id: number };
type Asker = { id: number; name: string; phone: string | null; email: string | null };

async function addEnquiries(db: Db, demo: Asker, at: (n: number) => Offer | undefined): Promise<void> {
  const asked = [
    { n: 1, status: 'touring', days: 2, message: 'Can I tour the home on Saturday morning?' },
    { n: 6, status: 'contacted', days: 4, message: 'Is the deposit one month’s rent or two?' },
    { n: 13, status: 'new', days: 0, message: 'Is parking included in the rent?' },
  ] as const;
  for (const one of asked) {
    const offer = at(one.n);
    if (!offer) continue;
    const { name, email } = demo;
    const answered = one.status === 'new' ? null : ago(one.days - 0.2);
    await db
      .insertInto('lead')
      .values({
        listing_id: offer.id,
        property_id: offer.property_id,
        unit_id: offer.unit_id,
        company_id: offer.company_id,
        assigned_to: offer.contact_id,
        person_id: demo.id,
        name,
        email,
        phone: demo.phone ?? '+254712345678',
        message: one.message,
        status: one.status,
        first_answer_at: answered,
        created_at: ago(one.days),
      })
      .execute();
  }
}
