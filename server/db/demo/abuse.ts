import { clock } from '#contract/time/clock.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const ago = (hours: number) => new Date(clock.ms() - hours * 3_600_000);

/** An urgent report that is pending, a report in progress and a decided report, and reports by or about the agent and the dealer. */
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
  const about = (n: number) => {
    const offer = offers[n % offers.length];
    return { target: 'listing' as const, listing_id: offer?.id ?? null, property_id: offer?.property_id ?? null, region: offer?.region ?? null };
  };
  await db
    .insertInto('abuse_report')
    .values([
      {
        ...about(14),
        reporter_id: tenant,
        reporter_key: `person:${tenant}`,
        reason: 'viewing_fee',
        body: 'The man at the gate asked for 1,000 shillings before he opened. He said it is the agent’s rule.',
        created_at: ago(2),
      },
      {
        ...about(21),
        reporter_key: 'from:demo-stranger-one',
        reporter_contact: '0722 000 418',
        reason: 'wrong_photos',
        body: 'The kitchen in the pictures is of another house. This one has no cabinets and the tiles are broken.',
        status: 'assigned',
        assigned_to: admin,
        created_at: ago(20),
      },
      {
        ...about(27),
        reporter_key: 'from:demo-stranger-two',
        reason: 'already_let',
        body: 'I called and they said it was taken two weeks ago, but it is still shown.',
        status: 'closed',
        assigned_to: admin,
        outcome: 'not_upheld',
        action: 'none',
        decision: 'Another unit of the same building was let; this one is empty, the caretaker showed it on video.',
        created_at: ago(90),
        closed_at: ago(70),
      },
      {
        ...about(33),
        reporter_id: agent,
        reporter_key: `person:${agent}`,
        reason: 'wrong_photos',
        body: 'These are our pictures, of a house we let in Kilimani. Somebody copied them.',
        status: 'assigned',
        assigned_to: admin,
        created_at: ago(30),
      },
      {
        ...about(40),
        reporter_id: dealer,
        reporter_key: `person:${dealer}`,
        reason: 'already_let',
        body: 'I passed there on Friday: the flat is lived in since the end of last month.',
        created_at: ago(9),
      },
      {
        target: 'agent' as const,
        agent_id: agent,
        reporter_key: 'from:demo-stranger-three',
        reason: 'viewing_fee',
        body: 'Their man asked for 500 shillings of fare before the viewing.',
        status: 'closed',
        assigned_to: admin,
        outcome: 'not_upheld',
        action: 'none',
        decision: 'The receipts show that nobody paid; the agency told its people again that viewings are free.',
        answer: 'We asked our people and have the messages of that day. No fee was taken, and none is asked for.',
        answered_by: agent,
        answered_at: ago(120),
        created_at: ago(140),
        closed_at: ago(100),
      },
    ])
    .execute();
}
