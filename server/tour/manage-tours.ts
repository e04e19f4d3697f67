import { sql } from 'kysely';
import { calculateDistanceMetres } from '#contract/inspection/verdict.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { platformRoles, type Role } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { tourCalls } from '#contract/tour/calls.ts';
import { type TourSlot, tourBookingWindow } from '#contract/tour/slots.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { readPeopleAsCallers } from '#server/kernel/me.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { lockHost, readTourHome } from './host.ts';
import { notifyHostAndVisitor, notifyVisitorAfterTour, publishTourStep } from './notify.ts';
import { canReassignTour, managedTourColumns, selectVisibleTours, type TourRow, toTourAuditValues, toTourSummary, tourNotFound } from './rows.ts';
import { applyTourMove, changeTour, confirmTour, endTour, moveTour, occupantDeclinedTourReason } from './tour-steps.ts';

type Calls = typeof tourCalls;
const isPlatform = (role: Role) => (platformRoles as readonly Role[]).includes(role);
const today = sql<boolean>`app.day(tour.starts_at) = app.today()`;
const week = sql<boolean>`(app.day(tour.starts_at) <= app.today() + 6 and tour.ends_at > app.now() and tour.status in ('requested', 'confirmed'))`;

export function filterTours(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let q = selectVisibleTours(ctx, 'tour:managed');
  if (f.status) q = q.where('tour.status', '=', f.status);
  if (f.when === 'today') q = q.where(today);
  if (f.when === 'week') q = q.where(week);
  if (f.when === 'coming') q = q.where('tour.ends_at', '>', clock.now());
  if (f.when === 'past') q = q.where('tour.ends_at', '<=', clock.now());
  if (f.property_id) q = q.where('tour.property_id', '=', f.property_id);
  if (f.listing_id) q = q.where('tour.listing_id', '=', f.listing_id);
  if (f.host_id) q = q.where('tour.host_id', '=', f.host_id);
  if (f.company_id) q = q.where('tour.company_id', '=', f.company_id);
  if (f.region) q = q.where('property.region', '=', f.region);
  if (f.day_from || f.day_to) q = q.where(isInDayRangeSql('tour.starts_at', f));
  const { q: text } = f;
  if (text)
    q = q.where((eb) =>
      eb.or([
        containsTextSql('tour.name', text),
        containsTextSql('tour.code', text),
        containsTextSql('listing.title', text),
        containsTextSql('property.name', text),
      ]),
    );
  return q;
}

/** Today's tours first, then future ones by date, then past ones, latest first. */
const soonest = sql`(${today}) desc, (tour.ends_at > app.now()) desc, case when tour.ends_at > app.now() then tour.starts_at end, tour.starts_at desc`;

export async function listTours(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(filterTours(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('tour')
      .select([...managedTourColumns(ctx)])
      .orderBy(sort.endsWith('soonest') ? soonest : orderByColumn(sort.replace(/^(-?)/, '$1tour.')))
      .orderBy('tour.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => filterTours(ctx, { ...z_filter, status: undefined }), sql`tour.status`);
  return {
    count,
    results: await withCompanyHeads(
      ctx,
      rows.map((r) => toTourSummary(r, ctx)),
    ),
    ...counts,
  };
}

async function head(ctx: Ctx, id: number) {
  const row = await selectVisibleTours(ctx, 'tour:managed')
    .selectAll('tour')
    .select([...managedTourColumns(ctx)])
    .where('tour.id', '=', id)
    .executeTakeFirst();
  if (!row) throw tourNotFound();
  return toTourSummary(row, ctx);
}

export async function readTourDetails(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const tour = await head(ctx, id);
  const history = await readMoveHistory(ctx, 'tour', id).execute();
  return { ...tour, history: history.map((h) => ({ at: h.at.toISOString(), move: h.move, to: h.to_state, reason: h.reason, by: h.by })) };
}

/** The tour for a change: locked, in scope (otherwise not found), and open to the caller's changes (otherwise forbidden). */
async function toChange(ctx: Ctx, id: number): Promise<TourRow> {
  const row = await from(ctx, 'tour:managed')
    .selectAll()
    .select(mayChange('tour:managed', ctx.me, 'tours.edit').as('may_edit'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw tourNotFound();
  const { may_edit, ...tour } = row;
  if (!isPlatform(ctx.me.role) && !(may_edit && ctx.me.grants.has('tours.edit')))
    throw new Refusal('forbidden', m.tour_refusal_mandate(), { missing: 'tours.edit' });
  return tour;
}

/** The distance of the host's phone from the property. It is recorded for later readers and never rejects a check-in. */
async function metresFrom(ctx: Ctx, tour: TourRow, at: HandlerInput<Calls['move']>['at']): Promise<number | null> {
  const pin = await parentOf(ctx.db, tour, 'property_id', 'property').select(['lat', 'lng']).executeTakeFirstOrThrow();
  return at && pin.lat !== null && pin.lng !== null ? calculateDistanceMetres(at, { lat: pin.lat, lng: pin.lng }) : null;
}

/** Four digits are easy to guess: after this many wrong attempts the code of the tour stops working. */
const codeTries = { limit: 5, seconds: 30 * 86_400 };
const doorMs = 30 * 60_000;
/** Checks the code at the door, not before check-in opens. Every attempt counts, right or wrong, whether or not the request succeeds. */
async function assertCheckInCode(
  { database: { db } }: Pick<RunningServices, 'database'>,
  { id, starts_at, check_in_code }: TourRow,
  given: string,
): Promise<void> {
  if (clock.ms() < starts_at.getTime() - doorMs) throw new Refusal('conflict', m.tour_refusal_not_begun());
  if ((await countAttemptSeparately(db, `tour-check-in:${id}`, codeTries)) > 0) throw new Refusal('conflict', m.tour_refusal_check_in_tries());
  if (given !== check_in_code) throw invalidInputRefusal({ check_in_code: m.tour_problem_check_in() });
}

export const moveManagedTour =
  (services: Pick<RunningServices, 'database'>) =>
  async (ctx: Ctx, { id, move: name, reason, check_in_code, meeting, at }: HandlerInput<Calls['move']>): Promise<HandlerResult<Calls['move']>> => {
    const before = await toChange(ctx, id);
    const actor = ctx.me.role;
    if ((name === 'decline' || name === 'cancel') && !reason) throw invalidInputRefusal({ reason: m.tour_problem_reason() });
    const begun = clock.ms() >= before.starts_at.getTime();
    if (name === 'miss' && before.status === 'confirmed' && !begun) throw new Refusal('conflict', m.tour_refusal_not_begun());
    if (name === 'attend' && before.status === 'confirmed') await assertCheckInCode(services, before, check_in_code);
    if (meeting !== undefined)
      await unscopedTable(ctx.db, 'viewing', 'the tour the caller changes').change().set({ meeting }).where('id', '=', before.viewing_id).execute();
    if (name === 'confirm') await confirmTour(ctx, before, actor);
    else if (name === 'decline' || name === 'cancel') await endTour(ctx, before, name, actor, reason);
    else {
      const after = await applyTourMove(ctx, before, {
        name,
        actor,
        reason,
        also: name === 'attend' ? { checked_in_at: clock.now(), check_in_m: await metresFrom(ctx, before, at) } : {},
      });
      if (name === 'miss') await notifyHostAndVisitor(ctx, after, 'tour.no_show');
      if (name === 'attend') {
        await notifyVisitorAfterTour(ctx, after);
        await publishTourStep(ctx, after, 'tour.attended');
      }
      if (name === 'miss') await publishTourStep(ctx, after, 'tour.missed');
    }
    return head(ctx, id);
  };

const isOverlap = (problem: unknown): boolean => typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23P01';
/** Reassigns the tour to that host, unless the host is busy at its time. */
async function place(ctx: Ctx, tour: TourRow, hostId: number, slot: TourSlot): Promise<void> {
  if (tour.status !== 'requested' && tour.status !== 'confirmed') throw new Refusal('wrongState', m.tour_refusal_over(), { from: tour.status });
  const home = await readTourHome(ctx, tour.listing_id, false);
  const person = await unscopedTable(ctx.db, 'person', 'the person who will host the tour')
    .select()
    .select('company_id')
    .where('id', '=', hostId)
    .executeTakeFirst();
  if (!home || !person?.company_id) throw tourNotFound();
  await lockHost(ctx, hostId);
  const { mode } = await parentOf(ctx.db, tour, 'viewing_id', 'viewing').select('mode').executeTakeFirstOrThrow();
  await moveTour(ctx, tour, home, { person_id: hostId, company_id: person.company_id }, slot, mode).catch((problem: unknown) => {
    throw isOverlap(problem) ? new Refusal('conflict', m.tour_problem_busy()) : problem;
  });
}

export async function rescheduleTour(
  ctx: Ctx,
  { id, from: at, revision }: HandlerInput<Calls['reschedule']>,
): Promise<HandlerResult<Calls['reschedule']>> {
  const before = await toChange(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await head(ctx, id) });
  if (isPlatform(ctx.me.role)) throw new Refusal('forbidden', m.tour_refusal_mandate(), { missing: 'tours.edit' });
  const start = Date.parse(at);
  if (start <= clock.ms()) throw invalidInputRefusal({ from: m.tour_problem_past() });
  // An occupant gets at least a day of notice, whether the host or the visitor changes the time.
  if (before.consent !== 'none' && start < clock.ms() + tourBookingWindow.occupiedHours * 3_600_000)
    throw invalidInputRefusal({ from: m.tour_problem_lived_in() });
  await place(ctx, before, before.host_id, {
    from: start,
    to: start + before.ends_at.getTime() - before.starts_at.getTime(),
    viewingId: null,
    left: 1,
  });
  return head(ctx, id);
}

export async function recordOccupantConsent(
  ctx: Ctx,
  { id, consent: said, reason }: HandlerInput<Calls['recordConsent']>,
): Promise<HandlerResult<Calls['recordConsent']>> {
  const before = await toChange(ctx, id);
  if (isPlatform(ctx.me.role)) throw new Refusal('forbidden', m.tour_refusal_mandate(), { missing: 'tours.edit' });
  if (before.status !== 'requested' || before.consent === 'none')
    throw new Refusal('wrongState', m.tour_refusal_no_consent(), { from: before.status });
  const after = await changeTour(ctx, before)
    .set({
      consent: said,
      consent_by: ctx.me.userId,
      consent_at: clock.now(),
      consent_note: reason,
      revision: before.revision + 1,
      updated_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'tours',
    id,
    code: after.code,
    before: toTourAuditValues(before),
    after: toTourAuditValues(after),
    ...(reason ? { reason } : {}),
  });
  if (said === 'refused') await endTour(ctx, after, 'decline', ctx.me.role, reason || occupantDeclinedTourReason);
  else if (after.check_in_code !== null) await confirmTour(ctx, after, 'clock');
  return head(ctx, id);
}

/** People of the owner and of the agent who may host the tour, without the current host. */
async function couldHost(ctx: Ctx, tour: Pick<TourRow, 'company_id' | 'agent_company_id' | 'host_id' | 'property_id'>) {
  const people = await unscopedTable(ctx.db, 'person', 'staff of the companies that host the tour')
    .select()
    .select(['id', 'name'])
    .where('company_id', 'in', [tour.company_id, tour.agent_company_id ?? tour.company_id])
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .where('id', '<>', tour.host_id)
    .orderBy('name')
    .limit(200)
    .execute();
  const able = await readPeopleAsCallers(
    ctx.db,
    people.map((p) => p.id),
  );
  const may = new Set(
    able
      .filter((me) => me.grants.has('tours.edit') && (me.limits === null || me.limits.propertyIds.includes(tour.property_id)))
      .map((me) => me.userId),
  );
  return people.filter((p) => may.has(p.id));
}

export async function listHosts(ctx: Ctx, { id }: HandlerInput<Calls['listHosts']>): Promise<HandlerResult<Calls['listHosts']>> {
  const tour = await from(ctx, 'tour:managed').selectAll().where('id', '=', id).executeTakeFirst();
  if (!tour) throw tourNotFound();
  return { results: await couldHost(ctx, tour) };
}

export async function reassignTour(ctx: Ctx, { id, host_id }: HandlerInput<Calls['reassign']>): Promise<HandlerResult<Calls['reassign']>> {
  const before = await toChange(ctx, id);
  if (!canReassignTour(ctx, true)) throw new Refusal('forbidden', m.tour_refusal_mandate(), { missing: 'tours.edit' });
  if (!(await couldHost(ctx, before)).some((p) => p.id === host_id)) throw invalidInputRefusal({ host_id: m.tour_problem_host() });
  await place(ctx, before, host_id, { from: before.starts_at.getTime(), to: before.ends_at.getTime(), viewingId: null, left: 1 });
  // A host who only saw the tour because it was theirs still gets the result after reassigning it.
  return head(asUnscoped(ctx, 'the enquiry that the caller just reassigned'), id);
}
