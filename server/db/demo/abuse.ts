import type { Insertable } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import type { AbuseReportTable } from '#server/db/types.gen.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const ago = (hours: number) => new Date(clock.ms() - hours * 3_600_000);

type Report = Insertable<AbuseReportTable>;
type ListingFacts = Pick<Report, 'target' | 'listing_id' | 'property_id' | 'region'>;
type DemoPeople = Readonly<Record<'tenant' | 'admin' | 'agent' | 'dealer', number>>;

/** Adds an urgent pending complaint, a complaint in progress and a decided one, and complaints by or about the agent and the dealer. */
export async function fillAbuse(db: Db): Promise<void> {
  const idOf = async (email: string) => (await db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const [tenant, admin] = [await idOf('tenant@makao.test'), await idOf('admin@makao.test')];
  const [agent, dealer] = [await idOf('agent@makao.test'), await idOf('dealer@makao.test')];
  const offers = await db
    .selectFrom('public_listing')
    .innerJoin('property', 'property.id', 'public_listing.property_id')
    .distinctOn('public_listing.property_id')
    .select(['public_listing.id', 'public_listing.property_id', 'property.region'])
    .orderBy('public_listing.property_id')
    .orderBy('public_listing.id')
    .execute();
  const about = (n: number): ListingFacts => {
    const offer = offers[n % offers.length];
    return { target: 'listing' as const, listing_id: offer?.id ?? null, property_id: offer?.property_id ?? null, region: offer?.region ?? null };
  };
  const people = { tenant, admin, agent, dealer };
  await db
    .insertInto('abuse_report')
    .values([...makeListingReports(about, people), makeAgentReport(people)])
    .execute();
}

const makeListingReports = (about: (n: number) => ListingFacts, { tenant, admin, agent, dealer }: DemoPeople): Report[] => [
  {
    ...about(14),
    reporter_id: tenant,
    reporter_key: `person:${tenant}`,
    reason: 'viewing_fee',
    body: 'The man at the gate wanted 1,000 shillings before he opened. He said it was the agent’s rule.',
    created_at: ago(2),
  },
  {
    ...about(21),
    reporter_key: 'from:demo-stranger-one',
    reporter_contact: '0722 000 418',
    reason: 'wrong_photos',
    body: 'The kitchen in the photos is from another house. This one has no cabinets and the tiles are broken.',
    status: 'assigned',
    assigned_to: admin,
    created_at: ago(20),
  },
  {
    ...about(27),
    reporter_key: 'from:demo-stranger-two',
    reason: 'already_let',
    body: 'I called and they said the house was let two weeks ago, but the listing is still live.',
    status: 'closed',
    assigned_to: admin,
    outcome: 'not_upheld',
    action: 'none',
    decision: 'Another unit in the same block was let. This unit is vacant. The caretaker showed it by video.',
    created_at: ago(90),
    closed_at: ago(70),
  },
  {
    ...about(33),
    reporter_id: agent,
    reporter_key: `person:${agent}`,
    reason: 'wrong_photos',
    body: 'These are our photos of a home that we let in Kilimani. They were copied without our permission.',
    status: 'assigned',
    assigned_to: admin,
    created_at: ago(30),
  },
  {
    ...about(40),
    reporter_id: dealer,
    reporter_key: `person:${dealer}`,
    reason: 'already_let',
    body: 'I passed by on Friday. The unit has been occupied since the end of last month.',
    created_at: ago(9),
  },
];

const makeAgentReport = ({ admin, agent }: DemoPeople): Report => ({
  target: 'agent' as const,
  agent_id: agent,
  reporter_key: 'from:demo-stranger-three',
  reason: 'viewing_fee',
  body: 'Their agent wanted 500 shillings for fare before the tour.',
  status: 'closed',
  assigned_to: admin,
  outcome: 'not_upheld',
  action: 'none',
  decision: 'The messages show that no fee was paid. The agency reminded its staff that tours are free.',
  answer: 'We asked our staff and checked the messages of that day. No fee was paid, and we do not charge one.',
  answered_by: agent,
  answered_at: ago(120),
  created_at: ago(140),
  closed_at: ago(100),
});
