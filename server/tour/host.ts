import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import {
  type GroupTourSlot,
  type HostBusyPeriod,
  type HoursRange,
  type SlotRequest,
  type TourMode,
  tourBookingWindow,
  type WeeklyHours,
} from '#contract/tour/slots.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { type RowOf, systemRows } from '#server/kernel/scoped-row.ts';
import { readListingContacts } from '#server/listing/service.ts';

export type TourHostRow = RowOf<'tour_host'>;
/** The home that is shown, and its listing. */
export type TourHome = {
  readonly listing_id: number;
  readonly title: string;
  readonly property_id: number;
  readonly unit_id: number | null;
  readonly company_id: number;
  readonly contact_id: number | null;
  readonly place: string;
  readonly occupied: boolean;
  /** Whether the listing was public at some time. */
  readonly published: boolean;
};
const why = 'a listed unit for its visitors and its hosts';

export async function readTourHome(ctx: Pick<Ctx, 'db'>, listingId: number, onlyPublic: boolean): Promise<TourHome | null> {
  const row = await unscopedTable(ctx.db, 'listing', why)
    .select()
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('location as place', 'place.id', 'property.location_id')
    .select(['listing.id', 'listing.title', 'listing.property_id', 'listing.unit_id', 'listing.contact_id', 'listing.published_at'])
    .select(['property.company_id', 'property.name', 'place.name as place_name'])
    .select(
      sql<boolean>`exists (select 1 from unit w where w.deleted_at is null and w.status = 'occupied'
        and (w.id = listing.unit_id or (listing.unit_id is null and w.property_id = listing.property_id)))`.as('occupied'),
    )
    .where('listing.id', '=', listingId)
    .where('listing.deleted_at', 'is', null)
    .$if(onlyPublic, (q) => q.where(sql<boolean>`exists (select 1 from public_listing p where p.id = listing.id)`))
    .executeTakeFirst();
  return row
    ? {
        listing_id: row.id,
        title: row.title,
        property_id: row.property_id,
        unit_id: row.unit_id,
        company_id: row.company_id,
        contact_id: row.contact_id,
        place: `${row.name}, ${row.place_name}`,
        occupied: row.occupied,
        published: row.published_at !== null,
      }
    : null;
}

/** The people who are responsible for the listing and have set viewing hours. The first of them hosts. */
export async function findTourHost(ctx: Pick<Ctx, 'db'>, home: TourHome): Promise<(TourHostRow & { name: string }) | null> {
  const people = await readListingContacts(ctx, home);
  if (people.length === 0) return null;
  const row = await systemRows(ctx.db, 'tour_host', why)
    .innerJoin('person', 'person.id', 'tour_host.person_id')
    .selectAll('tour_host')
    .select('person.name')
    .where('person_id', 'in', people)
    .where('person.is_active', '=', true)
    .where('person.closed_at', 'is', null)
    .where(sql<boolean>`tour_host.hours <> '{}'`)
    .orderBy('person_id')
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the host, so that only one booking at a time takes from their hours. */
export const lockHost = (ctx: Pick<Ctx, 'db'>, hostId: number) =>
  unscopedTable(ctx.db, 'tour_host', 'the host whose time is booked')
    .select()
    .select('person_id')
    .where('person_id', '=', hostId)
    .forUpdate()
    .executeTakeFirst();

type Span = { readonly id: number; readonly from: Date; readonly to: Date };
/** The input of `listFreeSlots` for a host, this home and this moment. `except` is the slot that would be released by rescheduling. */
export async function buildSlotRequest(
  ctx: Pick<Ctx, 'db'>,
  home: TourHome,
  host: TourHostRow,
  mode: TourMode,
  except: number | null = null,
): Promise<SlotRequest> {
  const until = addDays(clock.today(), tourBookingWindow.days + 2);
  const viewings = await sql<
    Span & { property_id: number; listing_id: number; mode: TourMode; is_group: boolean; left: number }
  >`/* unscoped: busy times of a host, without the names of visitors */
    select id, lower(during) as from, upper(during) as to, property_id, listing_id, mode, is_group, capacity - taken as left
    from viewing where host_id = ${host.person_id} and closed_at is null and id is distinct from ${except}::bigint
      and during && tstzrange(app.now() - interval '1 day', ${until}::date + interval '1 day')`.execute(ctx.db);
  const inspections = await sql<Span & { property_id: number }>`/* unscoped: busy times of a host, without the names of visitors */
    select id, scheduled_at as from, scheduled_at + interval '1 hour' as to, property_id from inspection
    where inspector_id = ${host.person_id} and status in ('scheduled', 'in_progress') and scheduled_at between app.now() - interval '1 day' and ${until}::date`.execute(
    ctx.db,
  );
  const days = await unscopedTable(ctx.db, 'tour_day', why)
    .select()
    .select(['day', 'ranges'])
    .where('host_id', '=', host.person_id)
    .where('day', '>=', clock.today())
    .execute();
  const span = ({ from, to }: Span) => ({ from: from.getTime(), to: to.getTime() });
  const busy: HostBusyPeriod[] = [
    ...viewings.rows.map((v) => ({ ...span(v), propertyId: v.mode === 'video' ? null : v.property_id, visit: true })),
    ...inspections.rows.map((i) => ({ ...span(i), propertyId: i.property_id, visit: false })),
  ];
  const groups: GroupTourSlot[] = viewings.rows
    .filter((v) => v.is_group && v.listing_id === home.listing_id && v.mode === mode)
    .map((v) => ({ ...span(v), viewingId: v.id, left: v.left }));
  return {
    now: clock.ms(),
    hours: host.hours as WeeklyHours,
    days: Object.fromEntries(days.map((d) => [d.day, d.ranges as HoursRange[]])),
    minutes: host.minutes,
    bufferMinutes: host.buffer_minutes,
    mostADay: host.most_a_day,
    busy,
    groups,
    propertyId: home.property_id,
    mode,
    occupied: home.occupied,
  };
}
