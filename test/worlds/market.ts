import { cents } from '#contract/money/cents.ts';
import type { House } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';

/** A verified owner with a property that has all an offer needs, and offers of it. For tests of rooms about the market. */
let n = 0;
export type Place = { readonly owner: Somebody; readonly property: number; readonly unit: number };

const taxon = async (house: House, kind: 'property_type' | 'property_category' | 'unit_type') =>
  (await house.database.db.selectFrom('taxon').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow()).id;

export async function addProperty(house: House, companyId: number, facts: object = {}): Promise<number> {
  const { db } = house.database;
  const place = await db.selectFrom('location').select('id').where('kind', '=', 'county').where('county', '=', '047').executeTakeFirstOrThrow();
  const row = await db
    .insertInto('property')
    .values({
      slug: `place-${++n}`,
      company_id: companyId,
      name: `Place ${n}`,
      property_type_id: await taxon(house, 'property_type'),
      category_id: await taxon(house, 'property_category'),
      location_id: place.id,
      region: '047',
      lat: -1.29,
      lng: 36.78,
      status: 'verified',
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function addUnit(house: House, propertyId: number, facts: object = {}): Promise<number> {
  const row = await house.database.db
    .insertInto('unit')
    .values({
      property_id: propertyId,
      slug: `unit-${++n}`,
      name: `A${n}`,
      unit_type_id: await taxon(house, 'unit_type'),
      rent_cents: cents(4_500_000),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export const addPictures = (house: House, propertyId: number, count = 3) =>
  house.database.db
    .insertInto('media_item')
    .values(Array.from({ length: count }, (_, i) => ({ property_id: propertyId, media_type: 0 as const, url: `/art/home/${i}.svg`, sort: i })))
    .execute();

/** Somewhere an offer can go live at once. */
export async function place(house: House, owner?: Somebody): Promise<Place> {
  const who = owner ?? (await somebody(house, 'owner'));
  const property = await addProperty(house, who.me.companyId ?? 0);
  await addPictures(house, property);
  return { owner: who, property, unit: await addUnit(house, property) };
}

export async function addListing(house: House, at: { property: number; unit: number | null }, facts: object = {}): Promise<number> {
  const row = await house.database.db
    .insertInto('listing')
    .values({
      property_id: at.property,
      unit_id: at.unit,
      listing_type: 0,
      title: `Offer ${++n}`,
      price_cents: cents(4_500_000),
      status: 'live',
      published_at: new Date(),
      last_confirmed_at: new Date(),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
