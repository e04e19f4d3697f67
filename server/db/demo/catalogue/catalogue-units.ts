import { sql } from 'kysely';
import { buildHomeDrawingUrl } from '#contract/art/url.ts';
import { listingTypes, mediaTypes } from '#contract/catalogue/kinds.ts';
import { type Cents, convertShillingsToCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { areaBands, calculateDemoPrice, type PlannedProperty } from './catalogue-plan.ts';
import { makeDemoListingText, makeDemoListingTitle } from './catalogue-texts.ts';

/** Adds the units of the demo, their listings with prices, and the views of these listings. */
type Roll = () => number;
export const daysAgo = (days: number) => new Date(clock.ms() - Math.round(days * 86_400_000));
export type VocabularyIds = { readonly id: (kind: string, code: string) => number };
type Making = { readonly plan: PlannedProperty; readonly maker: number; readonly contact: number };

/** Whether people live in this kind of building; the other kinds have neither bedrooms nor furniture. */
export const isResidentialProperty = ({ kind }: Pick<PlannedProperty, 'kind'>): boolean => !['shop', 'office', 'godown', 'plot'].includes(kind);

/** The random number is drawn in any case, so that all later draws stay the same. */
const only = <T>(has: boolean, rolled: T, otherwise: T): T => (has ? rolled : otherwise);

/** The floor plan of a home. */
export const buildUnitFloorPlan = (plan: PlannedProperty, county: string, bedrooms: number) => ({
  url: buildHomeDrawingUrl({ seed: toSlug(plan.name), kind: plan.kind, county, view: 'plan', bedrooms }),
  caption: 'Floor plan (drawing)',
  alt: `Drawing of ${plan.name}, floor plan`,
  room: '',
  sort: 20,
  media_type: mediaTypes.floor_plan,
  is_cover: false,
  width: 1200,
  height: 800,
  colour: '#cfd8cf',
});

/** Each block has four units on a floor; houses and godowns have only the ground floor. */
function floorOf(plan: PlannedProperty, n: number): number | null {
  if (plan.kind === 'plot') return null;
  if (!['tower', 'walkup', 'office', 'shop'].includes(plan.kind)) return 0;
  return Math.floor(((plan.kind === 'walkup' ? Math.ceil(n / 2) : n) - 1) / 4);
}
/**
 * As many floors as its units need; a two-storey house has one more. Random draws must stay unchanged, because the rest of the demo depends on them.
 */
export function pickFloors(plan: PlannedProperty, roll: Roll): number | null {
  if (plan.kind === 'tower' || plan.kind === 'walkup') roll();
  const top = floorOf(
    plan,
    plan.units.reduce((all, [, count]) => all + count, 0),
  );
  return top === null ? null : plan.kind === 'maisonette' || plan.kind === 'villa' ? 2 : top + 1;
}

export type CatalogueLocation = {
  readonly id: number;
  readonly tier: number;
  readonly county: string;
  readonly countyName: string;
  readonly live: boolean;
};

export async function addDemoUnits(
  db: Db,
  roll: Roll,
  words: VocabularyIds,
  { plan, maker, contact }: Making,
  place: CatalogueLocation,
): Promise<void> {
  let n = 0;
  for (const [type, count] of plan.units) {
    const bedrooms = ['', 'one', 'two', 'three', 'four', 'five'].indexOf(type.replace('_bedroom', ''));
    const beds = type === 'penthouse' ? 3 : Math.max(0, bedrooms);
    const [small, large] = areaBands[type] ?? [40, 60];
    const asked = calculateDemoPrice(type, plan.sale, place.tier, place.county, roll());
    for (let i = 0; i < count; i++) {
      n += 1;
      const block = plan.kind === 'walkup' ? (n % 2 ? 'A' : 'B') : '';
      const name = unitName(plan, n, block);
      const luck = roll();
      const status = luck < 0.36 ? 'vacant' : luck < 0.9 ? 'occupied' : luck < 0.94 ? 'maintenance' : luck < 0.97 ? 'onhold' : 'ordered';
      const step = asked > 20_000_000 ? 1_000_000 : 50_000;
      const price = toCents(asked + Math.floor(roll() * 4) * step);
      const service = place.tier <= 2 && !plan.sale ? convertShillingsToCents(Math.round(price / 100_000) * 100) : toCents(0);
      const unit = await db
        .insertInto('unit')
        .values({
          property_id: place.id,
          slug: toSlug(name),
          name,
          block,
          floor: floorOf(plan, n),
          unit_type_id: words.id('unit_type', type),
          bedrooms: beds,
          bathrooms: plan.kind === 'plot' ? 0 : Math.max(1, beds - (roll() < 0.5 ? 1 : 0)),
          area_m2: Math.round(small + (large - small) * roll()),
          rent_cents: plan.sale ? null : price,
          deposit_cents: plan.sale ? null : toCents(price * (place.tier <= 2 ? 2 : 1)),
          service_charge_cents: service,
          furnished: only(isResidentialProperty(plan), roll() < 0.12 ? 'furnished' : roll() < 0.1 ? 'semi' : 'unfurnished', 'unfurnished'),
          amenities:
            plan.kind === 'plot'
              ? []
              : only(isResidentialProperty(plan), unitAmenities(roll, beds, place.tier), []).map((code) => words.id('amenity', code)),
          keys_count: 2,
          status,
          // Units are let within weeks, because units that are vacant for months would make every owner’s dashboard look unhealthy.
          status_since: daysAgo(status === 'vacant' ? 1 + roll() * 20 : 3 + roll() * 160),
          status_reason: status === 'onhold' ? 'Owner uses the unit until January' : status === 'maintenance' ? 'Painting and new taps' : '',
          available_from: status === 'vacant' && roll() < 0.4 ? addDays(clock.today(), Math.floor(roll() * 40)) : null,
          created_by: maker,
          updated_by: maker,
          created_at: daysAgo(190),
          updated_at: daysAgo(roll() * 20),
        })
        .returning(['id', 'name', 'furnished'])
        .executeTakeFirstOrThrow();
      // If the homes of a property differ, each has its own floor plan; otherwise the property has one for all.
      if (isResidentialProperty(plan) && plan.units.length > 1)
        await db
          .insertInto('media_item')
          .values({ ...buildUnitFloorPlan(plan, place.countyName, beds), property_id: place.id, unit_id: unit.id, created_by: maker })
          .execute();
      if (status === 'vacant' || (status === 'occupied' && roll() < 0.3))
        await addListing(db, roll, { plan, type, beds, price, service, contact, maker, tier: place.tier }, place, unit, status === 'vacant');
    }
  }
}

const unitAmenities = (roll: Roll, beds: number, tier: number) =>
  ['balcony', 'ensuite', 'wardrobes', 'open_kitchen', 'instant_shower', 'laundry', 'dsq', 'ac', 'pet_friendly'].filter((code) =>
    code === 'dsq'
      ? beds >= 3 && roll() < 0.5
      : code === 'ensuite'
        ? beds >= 2 && roll() < 0.7
        : code === 'ac'
          ? tier <= 2 && roll() < 0.2
          : roll() < 0.45,
  );

function unitName(plan: PlannedProperty, n: number, block: string): string {
  if (plan.kind === 'shop') return `Shop ${n}`;
  if (plan.kind === 'office') return `Suite ${100 + n}`;
  if (plan.kind === 'godown') return `Godown ${n}`;
  if (plan.kind === 'plot') return `Plot ${n}`;
  if (plan.kind === 'walkup') return `${block}${Math.ceil(n / 2)}`;
  return plan.kind === 'tower' ? `${1 + Math.floor((n - 1) / 4)}0${((n - 1) % 4) + 1}` : `Hse ${n}`;
}

type Offering = {
  readonly plan: PlannedProperty;
  readonly type: string;
  readonly beds: number;
  readonly price: Cents;
  readonly service: Cents;
  readonly contact: number;
  readonly maker: number;
  readonly tier: number;
};

function extraCharges(roll: Roll, { plan, tier }: Offering): { label: string; cents: number; often: 'monthly' | 'once' }[] {
  if (plan.sale) return [];
  return [
    ...(tier >= 3 ? [{ label: 'Garbage and security', cents: 30_000 + Math.floor(roll() * 4) * 10_000, often: 'monthly' as const }] : []),
    ...(tier >= 3 && roll() < 0.6 ? [{ label: 'Water deposit', cents: 100_000 + Math.floor(roll() * 3) * 50_000, often: 'once' as const }] : []),
    ...(roll() < 0.5 ? [{ label: 'Agreement fee', cents: 100_000 + Math.floor(roll() * 3) * 100_000, often: 'once' as const }] : []),
  ];
}

async function addListing(
  db: Db,
  roll: Roll,
  o: Offering,
  place: CatalogueLocation,
  unit: { id: number; name: string; furnished: 'unfurnished' | 'semi' | 'furnished' },
  vacant: boolean,
): Promise<void> {
  const commercial = ['shop', 'office', 'godown'].includes(o.plan.kind);
  const type = o.plan.sale ? listingTypes.buy : commercial && roll() < 0.5 ? listingTypes.lease : listingTypes.rent;
  const luck = roll();
  const status = !vacant ? 'closed' : !place.live ? 'draft' : luck < 0.9 ? 'live' : luck < 0.95 ? 'paused' : 'draft';
  const built = o.plan.kind !== 'plot';
  const age = status === 'draft' ? 5 : vacant ? roll() * 60 : 90 + roll() * 60;
  const published = status === 'draft' ? null : daysAgo(age);
  const extras = extraCharges(roll, o);
  const listing = await db
    .insertInto('listing')
    .values({
      property_id: place.id,
      unit_id: unit.id,
      listing_type: type,
      title: makeDemoListingTitle(o.type, o.plan, unit.name),
      ...makeDemoListingText(o.type, o.plan, roll),
      price_cents: o.price,
      price_period: o.plan.sale ? 3 : type === listingTypes.lease ? 4 : 2,
      ...(type === listingTypes.lease ? { price_cents: toCents(o.price * 3) } : {}),
      negotiable: roll() < 0.3,
      deposit_cents: toCents(o.plan.sale ? 0 : o.price * (commercial ? 3 : o.tier <= 2 ? 2 : 1)),
      service_charge_cents: o.service,
      other_charges: JSON.stringify(extras),
      available_from: null,
      min_term_months: o.plan.sale ? 0 : commercial ? 24 : roll() < 0.5 ? 12 : 6,
      furnished: unit.furnished,
      pets: only(isResidentialProperty(o.plan), roll() < 0.3 ? true : roll() < 0.5 ? false : null, null),
      smoking: roll() < 0.2 ? false : null,
      parking_slots: o.beds >= 2 ? 1 : 0,
      // A plot has neither water nor electricity. A borehole is listed among the amenities.
      water_source: only(built, roll() < 0.9 ? ['county'] : ['county', 'bowser'], []),
      power_type: only(built, 'prepaid', ''),
      backup_power: only(built, o.tier <= 2 && roll() < 0.7, false),
      internet: only(built, roll() < 0.6 ? 'fibre' : '', ''),
      gate_security: only(built, roll() < 0.8, false),
      contact_id: o.contact,
      status,
      status_reason: status === 'paused' ? 'The owner is travelling' : '',
      closed_as: status === 'closed' ? (o.plan.sale ? 'sold' : 'let') : null,
      published_at: published,
      last_confirmed_at: status === 'live' ? daysAgo(roll() * Math.min(24, age)) : published,
      created_by: o.maker,
      updated_by: o.maker,
      created_at: published ?? daysAgo(5),
      updated_at: daysAgo(roll() * 4),
    })
    .returning(['id', 'price_cents', 'price_period'])
    .executeTakeFirstOrThrow();
  await addPrices(db, roll, listing, { published, age, by: o.maker });
}

type Listed = { readonly id: number; readonly price_cents: Cents; readonly price_period: number };
/** Adds the price history of a listing; one in five was reduced after it was published. */
async function addPrices(db: Db, roll: Roll, { id, price_cents, price_period }: Listed, of: { published: Date | null; age: number; by: number }) {
  const { published, age, by } = of;
  const higher = roll() < 0.2 && published ? [{ at: published, price_cents: toCents(Math.round((price_cents * 1.08) / 50_000) * 50_000) }] : [];
  await db
    .insertInto('listing_price')
    .values(
      [...higher, { at: higher.length ? daysAgo(roll() * Math.min(8, age)) : (published ?? daysAgo(5)), price_cents }].map((row) => ({
        ...row,
        listing_id: id,
        price_period,
        by,
      })),
    )
    .execute();
}

/** Adds ninety days of views, with more at weekends. They are computed from a hash of listing and day, so that one statement is enough. */
export async function fillDemoListingViews(db: Db): Promise<void> {
  await sql`
    insert into listing_day (listing_id, day, views, saves, enquiries, shares)
    select l.id, d::date, v, (v * (h % 7)) / 100, (v * (h % 5)) / 90, (v * (h % 3)) / 60
    from listing l
    cross join generate_series(app.today() - 89, app.today(), interval '1 day') d
    cross join lateral (select abs(hashint8(l.id * 1000 + extract(doy from d)::int)) % 1000 as h) r
    cross join lateral (select (4 + h % 23 + case when extract(isodow from d) >= 6 then 9 else 0 end)::int as v) x
    where l.published_at is not null and d >= app.day(l.published_at) and (l.status <> 'closed' or d < app.day(l.published_at) + 30)`.execute(db);
  await sql`
    update listing set views = s.views, saves = s.saves, enquiries = s.enquiries
    from (select listing_id, sum(views)::int views, sum(saves)::int saves, sum(enquiries)::int enquiries from listing_day group by 1) s
    where s.listing_id = listing.id`.execute(db);
}
