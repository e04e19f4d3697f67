import { sql } from 'kysely';
import { cents } from '#contract/money/cents.ts';
import type { House } from '#test/db.ts';

let n = 0;
export type Offered = { companyId: number; ownerId: number; agentId: number; propertyId: number; unitId: number; listingId: number };
export type OfferFacts = { property?: object; unit?: object; listing?: object; place?: string; taken?: Offered };

const idOf = async (house: House, kind: string, code: string): Promise<number> =>
  (
    await house.database.db
      .selectFrom('taxon')
      .select('id')
      .where('kind', '=', kind as 'amenity')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
  ).id;

/** An offer strangers see: a verified property of an approved owner with a vacant unit, a picture and an agent who answers. */
export async function offer(house: House, { property = {}, unit = {}, listing = {}, place = 'Kilimani', taken }: OfferFacts = {}): Promise<Offered> {
  const { db } = house.database;
  const mark = ++n;
  const company = taken
    ? { id: taken.companyId }
    : await db
        .insertInto('company')
        .values({ kind: 'owner', name: `Holder ${mark}` })
        .returning('id')
        .executeTakeFirstOrThrow();
  const person = async (user_type: number, company_id: number | null) =>
    db
      .insertInto('person')
      .values({
        name: `Person ${user_type} ${mark}`,
        email: `offer${user_type}-${mark}-${Math.random()}@makao.test`,
        user_type,
        company_id,
        onboarding: false,
        verified_status: 'verified',
        phone: '+254712345678',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const owner = taken ? { id: taken.ownerId } : await person(4, company.id);
  const agent = taken ? { id: taken.agentId } : await person(5, null);
  const { rows } = await sql<{
    id: number;
    county: string;
  }>`select id, county from location where slug = lower(${place}) and kind <> 'country' order by kind = 'estate' desc, id limit 1`.execute(db);
  const at = rows[0] ?? { id: 0, county: '047' };
  const made = await db
    .insertInto('property')
    .values({
      slug: `court-${mark}`,
      name: `Court ${mark}`,
      company_id: company.id,
      property_type_id: await idOf(house, 'property_type', 'apartment'),
      category_id: await idOf(house, 'property_category', 'residential'),
      location_id: at.id,
      region: at.county,
      lat: -1.29,
      lng: 36.78,
      status: 'verified',
      verified_at: new Date(),
      amenities: [await idOf(house, 'amenity', 'borehole')],
      ...property,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const flat = await db
    .insertInto('unit')
    .values({
      property_id: made.id,
      slug: `a${mark}`,
      name: `A${mark}`,
      unit_type_id: await idOf(house, 'unit_type', 'two_bedroom'),
      bedrooms: 2,
      bathrooms: 1,
      area_m2: 70,
      ...unit,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('media_item')
    .values({ property_id: made.id, media_type: 0, url: '/art/home/x.svg', is_cover: true, width: 1200, height: 800, colour: '#cfd8cf' })
    .execute();
  const row = await db
    .insertInto('listing')
    .values({
      property_id: made.id,
      unit_id: flat.id,
      listing_type: 0,
      title: `Two bedrooms ${mark}`,
      price_cents: cents(5_000_000),
      deposit_cents: cents(5_000_000),
      contact_id: agent.id,
      status: 'live',
      published_at: new Date(),
      ...listing,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { companyId: company.id, ownerId: owner.id, agentId: agent.id, propertyId: made.id, unitId: flat.id, listingId: row.id };
}
