import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { tourCalls } from '#contract/tour/calls.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireCompanyMember, requireSignedIn } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { childrenOf, sameRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { lockHost, readTourHome } from './host.ts';
import { tourNotFound } from './rows.ts';
import { endTour } from './tour-steps.ts';

type Calls = typeof tourCalls;
const isOverlap = (problem: unknown): boolean => typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23P01';

export async function openGroupTour(ctx: Ctx, given: HandlerInput<Calls['openViewing']>): Promise<HandlerResult<Calls['openViewing']>> {
  const seen = await from(ctx, 'listing')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .select('listing.id')
    .where('listing.id', '=', given.listing_id)
    .where(mayChange('property', ctx.me, 'tours.create'))
    .executeTakeFirst();
  const home = seen ? await readTourHome(ctx, given.listing_id, false) : null;
  if (!home) throw tourNotFound();
  const start = new Date(given.from);
  if (start.getTime() <= clock.ms()) throw invalidInputRefusal({ from: m.tour_problem_past() });
  const company = requireCompanyMember(ctx).companyId;
  const row = await add(ctx, 'viewing')
    .values({
      company_id: home.company_id,
      agent_company_id: company === home.company_id ? null : company,
      property_id: home.property_id,
      unit_id: home.unit_id,
      listing_id: home.listing_id,
      host_id: requireSignedIn(ctx).userId,
      during: sql<string>`tstzrange(${start}, ${new Date(start.getTime() + given.minutes * 60_000)})`,
      mode: given.mode,
      is_group: true,
      capacity: given.capacity,
      meeting: given.meeting,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((problem: unknown) => {
      throw isOverlap(problem) ? invalidInputRefusal({ from: m.tour_problem_busy() }) : problem;
    });
  const after = { listing_id: home.listing_id, starts_at: start.toISOString(), capacity: given.capacity };
  await audit(ctx.db, ctx, { kind: 'add', document: 'tours', id: null, after, reason: 'a viewing several may come to' });
  return { id: row.id };
}

export async function closeGroupTour(ctx: Ctx, { id, reason }: HandlerInput<Calls['closeViewing']>): Promise<HandlerResult<Calls['closeViewing']>> {
  const row = await from(ctx, 'viewing')
    .select(['id', 'listing_id', 'host_id', 'closed_at', 'is_group'])
    .where('id', '=', id)
    .where(mayChange('viewing', ctx.me, 'tours.edit'))
    .executeTakeFirst();
  if (!row) throw tourNotFound();
  if (row.closed_at || !row.is_group) throw new Refusal('wrongState', m.tour_refusal_over());
  // Locking the host prevents new bookings while the visitors are notified.
  await lockHost(ctx, row.host_id);
  const tours = await childrenOf(ctx.db, row, 'tour', 'viewing_id')
    .select()
    .selectAll()
    .where('status', 'in', ['requested', 'confirmed'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const tour of tours) await endTour(ctx, tour, 'cancel', ctx.me.role, reason);
  await sameRow(ctx.db, 'viewing', row).change().set({ closed_at: clock.now() }).execute();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'tours', id: null, before: { listing_id: row.listing_id }, after: {}, reason });
  return { id };
}

/** A group tour with its visitors, for the host. */
export async function readGroupTourDetails(ctx: Ctx, { id }: HandlerInput<Calls['viewingDetails']>): Promise<HandlerResult<Calls['viewingDetails']>> {
  const row = await from(ctx, 'viewing')
    .innerJoin('listing', 'listing.id', 'viewing.listing_id')
    .innerJoin('property', 'property.id', 'viewing.property_id')
    .innerJoin('person as host', 'host.id', 'viewing.host_id')
    .select(['viewing.id', 'viewing.mode', 'viewing.taken', 'viewing.capacity', 'viewing.meeting', 'viewing.closed_at'])
    .select(['listing.id as listing_id', 'listing.code', 'listing.title', 'property.name as place', 'host.id as host_id', 'host.name as host_name'])
    .select([
      sql<Date>`lower(viewing.during)`.as('starts'),
      sql<Date>`upper(viewing.during)`.as('ends'),
      mayChange('viewing', ctx.me, 'tours.edit').as('may_edit'),
    ])
    .where('viewing.id', '=', id)
    .where('viewing.is_group', '=', true)
    .executeTakeFirst();
  if (!row) throw tourNotFound();
  const tours = await from(ctx, 'tour:managed')
    .select(['id', 'name', 'people', 'status'])
    .where('viewing_id', '=', id)
    .where('status', 'not in', ['declined', 'lapsed', 'canceled'])
    .orderBy('id')
    .execute();
  return {
    id: row.id,
    listing: { id: row.listing_id, code: row.code, title: row.title },
    place: row.place,
    mode: row.mode,
    meeting: row.meeting,
    starts_at: row.starts.toISOString(),
    ends_at: row.ends.toISOString(),
    taken: row.taken,
    capacity: row.capacity,
    host: { id: row.host_id, name: row.host_name },
    closed: row.closed_at !== null,
    tours,
    may_close: row.closed_at === null && row.ends.getTime() > clock.ms() && row.may_edit && ctx.me.grants.has('tours.edit'),
  };
}
