import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { addDays, countDaysBetween, endOfDay, startOfDay } from '#contract/time/days.ts';
import type { tourCalls } from '#contract/tour/calls.ts';
import type { ScheduleEntry } from '#contract/tour/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';

type Calls = typeof tourCalls;
type Span = { readonly first: Date; readonly last: Date; readonly mine: boolean };
const [mostDays, mostRows] = [42, 500];
const hourMs = 3_600_000;

/** A slot of one visitor appears as its tour, which may be over; a group tour appears as itself. */
async function visits(ctx: Ctx, { first, last, mine }: Span): Promise<ScheduleEntry[]> {
  const rows = await from(ctx, 'viewing')
    .innerJoin('listing', 'listing.id', 'viewing.listing_id')
    .innerJoin('property', 'property.id', 'viewing.property_id')
    .innerJoin('person as host', 'host.id', 'viewing.host_id')
    .leftJoin('tour', (join) =>
      join
        .onRef('tour.viewing_id', '=', 'viewing.id')
        .on('viewing.is_group', '=', false)
        .on('tour.status', 'not in', ['declined', 'lapsed', 'canceled']),
    )
    .select(['viewing.id', 'viewing.is_group', 'viewing.mode', 'viewing.taken', 'viewing.capacity', 'listing.title', 'property.name as place'])
    .select(['host.id as host_id', 'host.name as host_name'])
    .select(['tour.id as tour_id', 'tour.code', 'tour.status', 'tour.name as visitor', 'tour.revision'])
    .select([
      sql<Date>`lower(viewing.during)`.as('starts'),
      sql<Date>`upper(viewing.during)`.as('ends'),
      mayChange('viewing', ctx.me, 'tours.edit').as('may_edit'),
    ])
    .where(sql<boolean>`viewing.during && tstzrange(${first}, ${last})`)
    .where((eb) => eb.or([eb('tour.id', 'is not', null), eb.and([eb('viewing.is_group', '=', true), eb('viewing.closed_at', 'is', null)])]))
    .$if(mine, (q) => q.where('viewing.host_id', '=', ctx.me.userId))
    .orderBy(sql`lower(viewing.during)`)
    .orderBy('viewing.id')
    .limit(mostRows)
    .execute();
  return rows.map((r) => ({
    id: r.tour_id ?? r.id,
    kind: r.is_group ? ('viewing' as const) : ('tour' as const),
    code: r.code ?? '',
    taken: r.taken,
    capacity: r.capacity,
    starts_at: r.starts.toISOString(),
    ends_at: r.ends.toISOString(),
    status: r.status,
    inspection: null,
    title: r.title,
    visitor: r.visitor,
    place: r.place,
    mode: r.mode,
    host: { id: r.host_id, name: r.host_name },
    revision: r.revision ?? 0,
    may_move: !r.is_group && (r.status === 'requested' || r.status === 'confirmed') && r.may_edit && ctx.me.grants.has('tours.edit'),
  }));
}

/** Inspections have a time. A caller who may not read those of tenancies sees only their own. */
async function inspections(ctx: Ctx, { first, last, mine }: Span): Promise<ScheduleEntry[]> {
  const rows = await from(ctx, 'inspection')
    .innerJoin('property', 'property.id', 'inspection.property_id')
    .leftJoin('unit', 'unit.id', 'inspection.unit_id')
    .leftJoin('person as host', 'host.id', 'inspection.inspector_id')
    .select(['inspection.id', 'inspection.code', 'inspection.kind', 'inspection.scheduled_at', 'inspection.revision'])
    .select(['property.name as place', 'unit.name as unit', 'host.id as host_id', 'host.name as host_name'])
    .where('inspection.status', 'in', ['scheduled', 'in_progress', 'submitted', 'agreed', 'disputed'])
    .where('inspection.scheduled_at', '>=', first)
    .where('inspection.scheduled_at', '<', last)
    .$if(mine || !ctx.me.grants.has('tenancies.read'), (q) => q.where('inspection.inspector_id', '=', ctx.me.userId))
    .orderBy('inspection.scheduled_at')
    .orderBy('inspection.id')
    .limit(mostRows)
    .execute();
  return rows.map((r) => ({
    id: r.id,
    kind: 'inspection' as const,
    code: r.code,
    taken: 0,
    capacity: 0,
    starts_at: r.scheduled_at.toISOString(),
    ends_at: new Date(r.scheduled_at.getTime() + hourMs).toISOString(),
    status: null,
    inspection: r.kind,
    title: r.unit ?? r.place,
    visitor: null,
    place: r.place,
    mode: 'in_person' as const,
    revision: r.revision,
    may_move: false,
    host: r.host_id === null || r.host_name === null ? null : { id: r.host_id, name: r.host_name },
  }));
}

export async function listTourSchedule(
  ctx: Ctx,
  { day_from, day_to, whose }: HandlerInput<Calls['listSchedule']>,
): Promise<HandlerResult<Calls['listSchedule']>> {
  const until = countDaysBetween(day_from, day_to) >= mostDays ? addDays(day_from, mostDays - 1) : day_to;
  const span = { first: startOfDay(day_from), last: endOfDay(until), mine: whose === 'mine' };
  const found = [...(await visits(ctx, span)), ...(await inspections(ctx, span))];
  return { results: found.sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)) };
}
