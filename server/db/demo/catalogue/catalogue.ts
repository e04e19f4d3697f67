import { buildHomeDrawingUrl } from '#contract/art/url.ts';
import { mediaTypes } from '#contract/catalogue/kinds.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import places from '#server/location/places.json' with { type: 'json' };
import { createSeededRandom } from '../seeded-dice.ts';
import { type PlannedProperty, plannedProperties, propertyTypeByDrawingKind } from './catalogue-plan.ts';
import { describeProperty, describePropertyInSwahili, houseRules, pickLandmark, pickRoad } from './catalogue-texts.ts';
import {
  addDemoUnits,
  buildUnitFloorPlan,
  daysAgo,
  fillDemoListingViews,
  isResidentialProperty,
  pickFloors,
  type VocabularyIds,
} from './catalogue-units.ts';

/** Sixty properties and six hundred units in Kenyan towns. They are always the same; days count back from today, so that the data is recent. */
type Roll = () => number;
const pick = <T>(roll: Roll, from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T;

type Holder = { readonly company: number; readonly person: number; readonly region: string | null; readonly kind: string };

export async function fillCatalogue(db: Db): Promise<void> {
  const roll = createSeededRandom(4_2026);
  const words = await readWords(db);
  const holders = await readHolders(db);
  const agents = holders.filter((h) => h.kind === 'agent');
  const owners = holders.filter((h) => h.kind === 'owner');
  const demoOwner = await db.selectFrom('person').select(['id', 'company_id']).where('email', '=', 'owner@makao.test').executeTakeFirstOrThrow();
  const verifier = await db.selectFrom('person').select('id').where('email', '=', 'dealer@makao.test').executeTakeFirstOrThrow();
  for (const [at, plan] of plannedProperties.entries()) {
    // The first twelve properties belong to the demo owner, for a full dashboard; the others are distributed among the other owners.
    const holder =
      at < 12
        ? { company: requiredId(demoOwner.company_id, 'the company of the demo owner'), person: demoOwner.id }
        : (owners[at % owners.length] ?? owners[0]);
    if (!holder) continue;
    const contact = at % 4 === 3 ? holder.person : (agents[at % agents.length]?.person ?? holder.person);
    await addProperty(db, roll, words, { plan, at, holder: holder.company, maker: holder.person, contact, verifier: verifier.id });
  }
  await fillDemoListingViews(db);
}

async function readWords(db: Db): Promise<VocabularyIds> {
  const rows = await db.selectFrom('taxon').select(['id', 'kind', 'code']).execute();
  const ids = new Map(rows.map((r) => [`${r.kind}.${r.code}`, r.id]));
  return {
    id: (kind, code) => {
      const id = ids.get(`${kind}.${code}`);
      if (id === undefined) throw new Error(`The demo data has no ${kind} ${code}.`);
      return id;
    },
  };
}

/** Only verified, active people, because listings of others are never shown. */
async function readHolders(db: Db): Promise<Holder[]> {
  const rows = await db
    .selectFrom('person')
    .innerJoin('company', 'company.id', 'person.company_id')
    .select(['company.id as company', 'person.id as person', 'company.region', 'company.kind'])
    .where('person.user_type', 'in', [4, 5])
    .where('person.verified_status', '=', 'verified')
    .where('person.is_active', '=', true)
    .orderBy('person.id')
    .execute();
  return rows;
}

type Making = {
  readonly plan: PlannedProperty;
  readonly at: number;
  readonly holder: number;
  readonly maker: number;
  readonly contact: number;
  readonly verifier: number;
};

async function findEstateId(db: Db, place: (typeof places)[number]): Promise<number> {
  const estates = db.selectFrom('location').select('id').where('kind', '=', 'estate');
  return (await estates.where('county', '=', place.county).where('name', '=', place.name).executeTakeFirstOrThrow()).id;
}

async function addProperty(db: Db, roll: Roll, words: VocabularyIds, { plan, at, holder, maker, contact, verifier }: Making): Promise<void> {
  const place = places.find((p) => p.name === plan.estate);
  if (!place) throw new Error(`The demo data has no estate ${plan.estate}.`);
  const tier = Number(place.tier) || 3;
  const type = propertyTypeByDrawingKind[plan.kind];
  const category = plan.kind === 'plot' ? 'land' : ['shop', 'office', 'godown'].includes(plan.kind) ? 'commercial' : 'residential';
  const common = amenitiesOf(roll, plan, tier);
  // Two properties are pending, one was rejected and one is a draft, so that queues and badges are not empty.
  const status = at === 55 || at === 30 ? 'pending_verification' : at === 58 ? 'rejected' : at === 11 ? 'draft' : 'verified';
  const checked = status === 'verified' ? daysAgo(20 + Math.floor(roll() * 120)) : null;
  const made = daysAgo(200 + at * 5);
  const property = await db
    .insertInto('property')
    .values({
      slug: toSlug(plan.name),
      company_id: holder,
      name: plan.name,
      property_type_id: words.id('property_type', type),
      category_id: words.id('property_category', category),
      description: describeProperty(plan, roll),
      description_sw: describePropertyInSwahili(plan),
      location_id: await findEstateId(db, place),
      region: place.county,
      address: `${pickRoad(plan.estate, roll)}, ${plan.estate}`,
      landmark: pickLandmark(roll),
      lat: place.lat + (roll() - 0.5) * 0.014,
      lng: place.lng + (roll() - 0.5) * 0.014,
      show_pin: category !== 'residential',
      year_built: plan.kind === 'plot' ? null : 1996 + Math.floor(roll() * 29),
      floors: pickFloors(plan, roll),
      blocks: plan.units.length > 1 && plan.kind === 'walkup' ? ['A', 'B'] : [],
      lifts: plan.kind === 'tower' ? 2 : 0,
      parking_slots: plan.kind === 'plot' ? 0 : 6 + Math.floor(roll() * 40),
      caretaker_name: pick(roll, ['Josphat Barasa', 'Mama Njoki', 'Daniel Mutiso', 'Rehema Charo']),
      caretaker_phone: `+2547004001${String(at).padStart(2, '0')}`,
      house_rules: category === 'residential' ? houseRules : '',
      amenities: common.map((code) => words.id('amenity', code)),
      notice_days: category === 'commercial' ? 60 : 30,
      deposit_months: category === 'commercial' ? '3' : tier <= 2 ? '2' : '1',
      tax_profile: category === 'commercial' ? 'commercial' : 'residential',
      status,
      verified_by: checked ? verifier : null,
      verified_at: checked,
      verification_expires_at: checked ? new Date(checked.getTime() + 183 * 86_400_000) : null,
      verification_note: checked ? 'The pin is correct. The title and ID were seen, units counted and photos taken on site.' : '',
      created_by: maker,
      updated_by: maker,
      created_at: made,
      updated_at: daysAgo(1 + Math.floor(roll() * 30)),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const countyName = kenyanCounties.find((c) => c.code === place.county)?.name ?? 'Nairobi';
  await addPictures(db, property.id, plan, countyName, maker);
  const added = { id: property.id, tier, county: place.county, countyName, live: status === 'verified' };
  await addDemoUnits(db, roll, words, { plan, maker, contact }, added);
}

function amenitiesOf(roll: Roll, plan: PlannedProperty, tier: number): string[] {
  if (plan.kind === 'plot') return ['tarmac', 'near_school'].filter(() => roll() < 0.7);
  const basic = [
    'borehole',
    'water_tank',
    'token_meter',
    'fibre',
    'cctv',
    'guard_24h',
    'cabro_parking',
    'garbage',
    'caretaker',
    'near_stage',
    'tarmac',
  ];
  const fine = [
    'generator',
    'lift',
    'gym',
    'pool',
    'play_area',
    'intercom',
    'electric_fence',
    'garden',
    'rooftop',
    'solar_heating',
    'basement_parking',
  ];
  const coast = ['ocean_view'];
  const share = tier <= 2 ? 0.75 : 0.55;
  return [
    ...basic.filter(() => roll() < share),
    ...fine.filter((code) => (code === 'lift' ? plan.kind === 'tower' : roll() < (tier <= 2 ? 0.6 : 0.14))),
    ...(['Nyali', 'Kizingo', 'Bamburi', 'Malindi', 'Diani / Ukunda', 'Mtwapa'].includes(plan.estate) ? coast.filter(() => roll() < 0.7) : []),
  ];
}

async function addPictures(db: Db, property: number, plan: PlannedProperty, county: string, maker: number): Promise<void> {
  const homes = isResidentialProperty(plan);
  const beds = Math.max(...plan.units.map(([type]) => ['', 'one', 'two', 'three', 'four', 'five'].indexOf(type.replace('_bedroom', ''))), 0);
  const seed = toSlug(plan.name);
  const seen = homes
    ? ([
        ['facade', 'Front view', 'front'],
        ['living', 'Living room', 'living'],
        ['kitchen', 'Kitchen', 'kitchen'],
        ['bedroom', 'Bedroom', 'bedroom'],
      ] as const)
    : ([
        ['facade', 'Front view', 'front'],
        ['facade', 'Side view', 'side'],
        ['facade', 'Front view in the afternoon', 'afternoon'],
      ] as const);
  const pictures = seen.map(([view, caption, room], sort) => ({
    url: buildHomeDrawingUrl({ seed: sort === 0 || view !== 'facade' ? seed : `${seed}-${sort}`, kind: plan.kind, county, view, bedrooms: beds }),
    caption: `${caption} (drawing)`,
    alt: `Drawing of ${plan.name}, ${caption.toLowerCase()}`,
    room,
    sort,
    media_type: mediaTypes.image,
    is_cover: sort === 0,
  }));
  const floorPlan = buildUnitFloorPlan(plan, county, beds);
  await db
    .insertInto('media_item')
    .values(
      [...pictures, ...(homes && plan.units.length === 1 ? [floorPlan] : [])].map((row) => ({
        ...row,
        property_id: property,
        width: 1200,
        height: 800,
        colour: '#cfd8cf',
        created_by: maker,
      })),
    )
    .execute();
}
