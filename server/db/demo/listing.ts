import { clock } from '#contract/time/clock.ts';
import { addDays, startOfDay } from '#contract/time/days.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { createSeededRandom } from './seeded-dice.ts';

/** Adds enquiries of the last ninety days with their outcomes, and promotions. */
const first = [
  'Wanjiru',
  'Otieno',
  'Akinyi',
  'Kiprop',
  'Muthoni',
  'Mwangi',
  'Halima',
  'Njoroge',
  'Chebet',
  'Omondi',
  'Nyambura',
  'Abdi',
  'Wafula',
  'Atieno',
  'Kamau',
];
const last = ['Kimani', 'Ouma', 'Cheruiyot', 'Mutua', 'Hassan', 'Wekesa', 'Maina', 'Achieng', 'Kariuki', 'Barasa', 'Koech', 'Ndungu'];
const asks = [
  'Is it still available? I can view on Saturday morning.',
  'Does the price include water? We are a family of three.',
  'Hello, is the deposit negotiable? I work in town.',
  'Can I move in at the end of the month?',
  'Is there parking for one car, and is it secure?',
  'Nataka kuona nyumba kesho jioni, inawezekana?',
  'How far is it from the stage?',
  'Do you allow a small dog?',
  '',
];
const lost = ['Rented another home', 'Price too high', 'Did not answer the phone', 'Too far from work'];
const notes = ['Prefers calls after 5 PM.', 'Works nearby and wants to move in soon.', 'Prefers the ground floor.', ''];

type Stage = 'new' | 'contacted' | 'touring' | 'applied' | 'won' | 'lost';
const steps: Readonly<Record<Stage, readonly [move: string, to: Stage][]>> = {
  new: [],
  contacted: [['contact', 'contacted']],
  touring: [
    ['contact', 'contacted'],
    ['tour', 'touring'],
  ],
  applied: [
    ['contact', 'contacted'],
    ['tour', 'touring'],
    ['apply', 'applied'],
  ],
  won: [
    ['contact', 'contacted'],
    ['tour', 'touring'],
    ['win', 'won'],
  ],
  lost: [
    ['contact', 'contacted'],
    ['lose', 'lost'],
  ],
};

/** Recent enquiries are new or contacted; older ones have an outcome. */
function stageOf(daysAgo: number, roll: number): Stage {
  if (daysAgo < 2) return roll < 0.7 ? 'new' : 'contacted';
  if (daysAgo < 14) return roll < 0.12 ? 'new' : roll < 0.45 ? 'contacted' : roll < 0.75 ? 'touring' : 'applied';
  return roll < 0.28 ? 'won' : roll < 0.8 ? 'lost' : roll < 0.9 ? 'applied' : 'touring';
}

export async function fillDemoListings(db: Db): Promise<void> {
  const listings = await db
    .selectFrom('listing')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .leftJoin('person', 'person.id', 'listing.contact_id')
    .select(['listing.id', 'listing.property_id', 'listing.unit_id', 'listing.contact_id', 'listing.price_cents', 'listing.listing_type'])
    .select(['property.company_id as holder', 'person.company_id as agency', 'listing.status'])
    .where('listing.status', 'in', ['live', 'closed'])
    .orderBy('listing.id')
    .execute();
  await fillLeads(db, listings);
  await fillPromotions(
    db,
    listings.filter((l) => l.status === 'live' && l.listing_type === 0),
  );
}

type Listed = { id: number; property_id: number; unit_id: number | null; contact_id: number | null; holder: number; agency: number | null };

async function fillLeads(db: Db, listings: readonly Listed[]): Promise<void> {
  const roll = createSeededRandom(52);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)] as T;
  const ago = (days: number) => new Date(clock.ms() - days * 86_400_000);
  // Listings of the demo accounts come first, because users open the enquiries of these accounts.
  const counted = listings.slice(0, 220);
  for (let n = 0; n < Math.min(260, counted.length * 2); n++) {
    const listing = pick(counted);
    const age = roll() * roll() * 90;
    const stage = stageOf(age, roll());
    const answered = Math.min(age, (10 + roll() * 300) / 1440);
    const came = ago(age);
    const path = steps[stage];
    const when = (step: number) => ago(age - answered - ((age - answered) * step) / Math.max(1, path.length + 1));
    const reason = stage === 'lost' ? pick(lost) : '';
    const name = `${pick(first)} ${pick(last)}`;
    const phone = `+2547${String(10_000_000 + Math.floor(roll() * 89_999_999)).slice(0, 8)}`;
    const message = pick(asks);
    const source = roll() < 0.85 ? ('portal' as const) : ('manual' as const);
    const lead = await db
      .insertInto('lead')
      .values({
        listing_id: listing.id,
        property_id: listing.property_id,
        unit_id: listing.unit_id,
        company_id: listing.agency ?? listing.holder,
        assigned_to: listing.contact_id,
        name,
        phone,
        message,
        source,
        // Both sides of an arranged tour have each other’s number. Some visitors allowed calls when they enquired.
        reachable_at: source === 'manual' || ['touring', 'applied', 'won'].includes(stage) || n % 3 === 0 ? came : null,
        status: stage,
        note: stage === 'new' ? '' : pick(notes),
        lost_reason: reason,
        first_answer_at: path.length > 0 ? when(0) : null,
        moved_at: path.length > 0 ? when(path.length - 1) : came,
        created_at: came,
        updated_at: came,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    let from: Stage = 'new';
    for (const [step, [move, to]] of path.entries()) {
      await db
        .insertInto('move_log')
        .values({
          at: when(step),
          subject: 'lead',
          subject_id: lead.id,
          move,
          from_state: from,
          to_state: to,
          actor_type: 'agent',
          actor_id: listing.contact_id,
          reason: to === 'lost' ? reason : null,
        })
        .execute();
      from = to;
    }
  }
}

type Offer = Listed & { price_cents: number };

async function fillPromotions(db: Db, listings: readonly Offer[]): Promise<void> {
  const plans = [
    { name: '10% off until Christmas', discount_type: 1, value: 1000, perk: '', from: -12, to: 39, quota: 20, used: 4, status: 'running' },
    { name: 'KES 3,000 off the first month', discount_type: 2, value: 300_000, perk: '', from: -5, to: 25, quota: null, used: 2, status: 'running' },
    {
      name: 'Free internet for a month',
      discount_type: 3,
      value: 0,
      perk: 'One month of free fibre internet',
      from: -3,
      to: 60,
      quota: 15,
      used: 1,
      status: 'running',
    },
    { name: 'New Year discount', discount_type: 1, value: 750, perk: '', from: 46, to: 77, quota: null, used: 0, status: 'scheduled' },
    { name: 'Madaraka Day discount', discount_type: 1, value: 500, perk: '', from: -165, to: -158, quota: 10, used: 7, status: 'ended' },
    { name: 'January student discount', discount_type: 2, value: 150_000, perk: '', from: 48, to: 90, quota: 30, used: 0, status: 'draft' },
  ] as const;
  const byHolder = new Map<number, Offer[]>();
  for (const l of listings) byHolder.set(l.holder, [...(byHolder.get(l.holder) ?? []), l]);
  let at = 0;
  for (const [company, offers] of [...byHolder].sort(([a], [b]) => a - b)) {
    for (const [n, plan] of plans.entries()) {
      const some = offers.filter((_, i) => (i + n) % 4 === 0).slice(0, 6);
      if (some.length === 0 || (at > 0 && n > 1)) continue;
      const { from, to, ...facts } = plan;
      const row = await db
        .insertInto('promotion')
        .values({
          ...facts,
          company_id: company,
          starts_at: startOfDay(addDays(clock.today(), from)),
          ends_at: startOfDay(addDays(clock.today(), to)),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('promotion_listing')
        .values(some.map((l) => ({ promotion_id: row.id, listing_id: l.id })))
        .execute();
    }
    at += 1;
    if (at > 8) break;
  }
}
