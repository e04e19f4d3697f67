import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOfDay } from '#contract/time/days.ts';
import { computeTourExpiryTime, computeTourOutcomeDeadline, findNextTourReminder } from '#contract/tour/slots.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

const hourMs = 3_600_000;
const week = JSON.stringify({
  ...Object.fromEntries(
    ['1', '2', '3', '4', '5'].map((day) => [
      day,
      [
        [540, 720],
        [840, 1020],
      ],
    ]),
  ),
  6: [[600, 780]],
});
type Status = 'requested' | 'confirmed' | 'attended' | 'no_show_visitor' | 'no_show_host' | 'declined' | 'lapsed' | 'canceled';
type Visit = {
  readonly day: number;
  readonly hour: number;
  readonly status: Status;
  readonly who: string | null;
  readonly reason?: string;
  readonly video?: true;
};
/** Tours in every status this week, some of them today. If no visitor is named, the visitor is the demo tenant. */
const visits: readonly Visit[] = [
  { day: 0, hour: 20, status: 'confirmed', who: 'Faith Chebet' },
  { day: 1, hour: 10, status: 'requested', who: null },
  { day: 1, hour: 15, status: 'confirmed', who: 'Brian Otieno', video: true },
  { day: 2, hour: 11, status: 'confirmed', who: null },
  { day: 3, hour: 9, status: 'requested', who: 'Halima Yusuf' },
  { day: -1, hour: 10, status: 'attended', who: null },
  { day: -1, hour: 15, status: 'no_show_visitor', who: 'Kevin Maina' },
  { day: -2, hour: 11, status: 'no_show_host', who: 'Joy Atieno' },
  { day: -2, hour: 14, status: 'declined', who: 'Peter Kamau', reason: 'The home is being painted that day' },
  { day: -3, hour: 9, status: 'lapsed', who: 'Lucy Njeri', reason: 'nobody confirmed the tour in time' },
  { day: -3, hour: 16, status: 'canceled', who: null, reason: 'I found another home' },
];

type Offer = { id: number; property_id: number; unit_id: number | null; company_id: number; host: number; agency: number | null };

/** Adds the tour hours of all hosts of listed units, and tours for the demo accounts. */
export async function fillTours(db: Db): Promise<void> {
  await sql`insert into tour_host (person_id, company_id, hours, instant)
    select distinct p.id, p.company_id, ${week}::jsonb, p.id % 3 = 0
    from public_listing o join listing l on l.id = o.id join property r on r.id = l.property_id
    join person p on p.company_id is not null and p.is_active and p.closed_at is null
      and (p.id = l.contact_id or (l.contact_id is null and p.company_id = r.company_id and app.is_head(p.user_type, p.is_active, p.closed_at)))
    on conflict do nothing`.execute(db);
  const tenant = await db
    .selectFrom('person')
    .select(['id', 'name', 'phone', 'email'])
    .where('email', '=', 'tenant@makao.test')
    .executeTakeFirstOrThrow();
  for (const [n, email] of ['owner@makao.test', 'agent@makao.test'].entries()) {
    const { rows } = await sql<Offer>`select l.id, l.property_id, l.unit_id, r.company_id, p.id as host, nullif(p.company_id, r.company_id) as agency
      from public_listing o join listing l on l.id = o.id join property r on r.id = l.property_id
      join person p on p.email = ${email} and (p.id = l.contact_id or p.company_id = r.company_id)
      order by (p.id = l.contact_id) desc nulls last, l.id limit 6`.execute(db);
    for (const [at, visit] of visits.entries()) {
      const offer = rows[at % Math.max(1, rows.length)];
      // A tenant can have at most three open tours.
      if (offer && !(n === 1 && visit.who === null && visit.status === 'confirmed')) await add(db, offer, visit, tenant, n * visits.length + at);
    }
    if (rows[0]) await addGroup(db, rows[0], n);
  }
}

/** Adds a group tour in two days. */
async function addGroup(db: Db, offer: Offer, n: number): Promise<void> {
  const starts = new Date(startOfDay(addDays(clock.today(), 2)).getTime() + 15 * hourMs);
  const ends = new Date(starts.getTime() + hourMs);
  const common = {
    company_id: offer.company_id,
    agent_company_id: offer.agency,
    property_id: offer.property_id,
    unit_id: offer.unit_id,
    listing_id: offer.id,
    host_id: offer.host,
    created_at: new Date(clock.ms() - 5 * hourMs),
  };
  const people = ['Mercy Wairimu', 'Dennis Kiprono'];
  const viewing = await db
    .insertInto('viewing')
    .values({
      ...common,
      during: sql<string>`tstzrange(${starts}, ${ends})`,
      is_group: true,
      capacity: 8,
      taken: people.length,
      meeting: 'At the main gate',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tour')
    .values(
      people.map((name, at) => ({
        ...common,
        viewing_id: viewing.id,
        name,
        phone: `+2547230${String(10_000 + n * 10 + at)}`,
        status: 'confirmed' as const,
        starts_at: starts,
        ends_at: ends,
        check_in_code: String(4100 + at),
        settle_at: new Date(computeTourOutcomeDeadline(ends.getTime())),
        remind_at: new Date(findNextTourReminder(starts.getTime(), clock.ms()) ?? starts.getTime()),
      })),
    )
    .execute();
}

async function add(
  db: Db,
  offer: Offer,
  { day, hour, status, who, reason = '', video }: Visit,
  tenant: { id: number; name: string; phone: string | null; email: string | null },
  n: number,
) {
  const starts = new Date(startOfDay(addDays(clock.today(), day)).getTime() + hour * hourMs);
  const ends = new Date(starts.getTime() + hourMs / 2);
  const open = status === 'requested' || status === 'confirmed';
  const off = status === 'declined' || status === 'lapsed' || status === 'canceled';
  const remind = status === 'confirmed' ? findNextTourReminder(starts.getTime(), clock.ms()) : null;
  const made = new Date(Math.min(clock.ms() - 2 * hourMs, starts.getTime() - 30 * hourMs));
  const common = {
    company_id: offer.company_id,
    agent_company_id: offer.agency,
    property_id: offer.property_id,
    unit_id: offer.unit_id,
    listing_id: offer.id,
    host_id: offer.host,
    created_at: made,
  };
  const viewing = await db
    .insertInto('viewing')
    .values({
      ...common,
      during: sql<string>`tstzrange(${starts}, ${ends})`,
      mode: video ? 'video' : 'in_person',
      taken: off ? 0 : 1,
      closed_at: off ? made : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tour')
    .values({
      ...common,
      viewing_id: viewing.id,
      person_id: who === null ? tenant.id : null,
      name: who ?? tenant.name,
      phone: who === null ? (tenant.phone ?? '+254712000000') : `+2547220${String(10_000 + n)}`,
      email: who === null ? tenant.email : null,
      status,
      starts_at: starts,
      ends_at: ends,
      people: 1 + (n % 3),
      reason,
      lapse_at: status === 'requested' ? new Date(computeTourExpiryTime(clock.ms(), starts.getTime())) : null,
      remind_at: remind === null ? null : new Date(remind),
      settle_at: status === 'confirmed' ? new Date(computeTourOutcomeDeadline(ends.getTime())) : null,
      settled_at: open ? null : ends,
      check_in_code: open && status === 'confirmed' ? String(1000 + ((n * 37) % 9000)) : null,
      checked_in_at: status === 'attended' ? starts : null,
      check_in_m: status === 'attended' ? 35 : null,
      feedback: status === 'attended' ? JSON.stringify({ liked: true, reasons: ['light', 'security'], price: 'fair', note: '' }) : null,
    })
    .execute();
}
