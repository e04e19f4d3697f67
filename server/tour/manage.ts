import { sql } from 'kysely';
import { metresBetween } from '#contract/inspection/verdict.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { platformRoles, type Role } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import type { tourCalls } from '#contract/tour/calls.ts';
import { ahead, type Slot } from '#contract/tour/slots.ts';
import { invalid } from '#server/http/answer.ts';
import { takeApart } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, unscoped } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { everyMeNow } from '#server/kernel/me.ts';
import { historyOf } from '#server/kernel/move.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { parentOf } from '#server/kernel/scoped-row.ts';
import { withHeads } from '#server/lists/holder.ts';
import { byColumn, contains, inDays, pageOf, tabsOf } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { holdHost, homeOf } from './host.ts';
import { factsOf, managed, mayReassign, missing, type TourRow, toHead, visibleTours } from './rows.ts';
import { callOff, changeTour, confirm, moveTo, refusedAtHome, stepTo } from './steps.ts';
import { stepOf, tellBoth, tellSeen } from './telling.ts';

type Calls = typeof tourCalls;
const isPlatform = (role: Role) => (platformRoles as readonly Role[]).includes(role);
const today = sql<boolean>`app.day(tour.starts_at) = app.today()`;
const week = sql<boolean>`(app.day(tour.starts_at) <= app.today() + 6 and tour.ends_at > app.now() and tour.status in ('requested', 'confirmed'))`;

export function found(ctx: Ctx, f: NonNullable<Input<Calls['all']>['z_filter']>) {
  let q = visibleTours(ctx, 'tour:managed');
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
  if (f.day_from || f.day_to) q = q.where(inDays('tour.starts_at', f));
  const { q: text } = f;
  if (text)
    q = q.where((eb) =>
      eb.or([contains('tour.name', text), contains('tour.code', text), contains('listing.title', text), contains('property.name', text)]),
    );
  return q;
}

/** Today first, then what comes, nearest first; then what was, latest first. */
const soonest = sql`(${today}) desc, (tour.ends_at > app.now()) desc, case when tour.ends_at > app.now() then tour.starts_at end, tour.starts_at desc`;

export async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('tour')
      .select([...managed(ctx)])
      .orderBy(sort.endsWith('soonest') ? soonest : byColumn(sort.replace(/^(-?)/, '$1tour.')))
      .orderBy('tour.id', 'desc'),
  );
  const counts = await tabsOf(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`tour.status`);
  return {
    count,
    results: await withHeads(
      ctx,
      rows.map((r) => toHead(r, ctx)),
    ),
    ...counts,
  };
}

async function head(ctx: Ctx, id: number) {
  const row = await visibleTours(ctx, 'tour:managed')
    .selectAll('tour')
    .select([...managed(ctx)])
    .where('tour.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  return toHead(row, ctx);
}

export async function details(ctx: Ctx, { id }: Input<Calls['details']>): Promise<Result<Calls['details']>> {
  const tour = await head(ctx, id);
  const history = await historyOf(ctx, 'tour', id).execute();
  return { ...tour, history: history.map((h) => ({ at: h.at.toISOString(), move: h.move, to: h.to_state, reason: h.reason, by: h.by })) };
}

/** The tour for somebody who is about to change it: held, in scope (else not found), and theirs to work on (else refused by name). */
async function toChange(ctx: Ctx, id: number): Promise<TourRow> {
  const row = await from(ctx, 'tour:managed')
    .selectAll()
    .select(mayChange('tour:managed', ctx.me, 'tours.edit').as('may_edit'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  const { may_edit, ...tour } = row;
  if (!isPlatform(ctx.me.role) && !(may_edit && ctx.me.grants.has('tours.edit')))
    throw new Refusal('forbidden', m.tour_refusal_mandate(), { missing: 'tours.edit' });
  return tour;
}

/** How far from the property the host's phone was; for those who read of it later, it refuses nobody. */
async function metresFrom(ctx: Ctx, tour: TourRow, at: Input<Calls['move']>['at']): Promise<number | null> {
  const pin = await parentOf(ctx.db, tour, 'property_id', 'property').select(['lat', 'lng']).executeTakeFirstOrThrow();
  return at && pin.lat !== null && pin.lng !== null ? metresBetween(at, { lat: pin.lat, lng: pin.lng }) : null;
}

/** Four digits are guessed soon: so many wrong ones, and the code of this tour opens nothing more. */
const codeTries = { limit: 5, seconds: 30 * 86_400 };
const doorMs = 30 * 60_000;
/** Said at the door, so not before anybody can stand there. Each try counts, the right one too, whatever becomes of it. */
async function insistCode({ database: { db } }: Pick<House, 'database'>, { id, starts_at, check_in_code }: TourRow, given: string): Promise<void> {
  if (clock.ms() < starts_at.getTime() - doorMs) throw new Refusal('conflict', m.tour_refusal_not_begun());
  if ((await takeApart(db, `tour-check-in:${id}`, codeTries)) > 0) throw new Refusal('conflict', m.tour_refusal_check_in_tries());
  if (given !== check_in_code) throw invalid({ check_in_code: m.tour_problem_check_in() });
}

export const move =
  (house: Pick<House, 'database'>) =>
  async (ctx: Ctx, { id, move: name, reason, check_in_code, meeting, at }: Input<Calls['move']>): Promise<Result<Calls['move']>> => {
    const before = await toChange(ctx, id);
    const actor = ctx.me.role;
    if ((name === 'decline' || name === 'cancel') && !reason) throw invalid({ reason: m.tour_problem_reason() });
    const begun = clock.ms() >= before.starts_at.getTime();
    if (name === 'miss' && before.status === 'confirmed' && !begun) throw new Refusal('conflict', m.tour_refusal_not_begun());
    if (name === 'attend' && before.status === 'confirmed') await insistCode(house, before, check_in_code);
    if (meeting !== undefined)
      await everything(ctx.db, 'viewing', 'the tour the caller changes').change().set({ meeting }).where('id', '=', before.viewing_id).execute();
    if (name === 'confirm') await confirm(ctx, before, actor);
    else if (name === 'decline' || name === 'cancel') await callOff(ctx, before, name, actor, reason);
    else {
      const after = await stepTo(ctx, before, {
        name,
        actor,
        reason,
        also: name === 'attend' ? { checked_in_at: clock.now(), check_in_m: await metresFrom(ctx, before, at) } : {},
      });
      if (name === 'miss') await tellBoth(ctx, after, 'tour.no_show');
      if (name === 'attend') {
        await tellSeen(ctx, after);
        await stepOf(ctx, after, 'tour.attended');
      }
      if (name === 'miss') await stepOf(ctx, after, 'tour.missed');
    }
    return head(ctx, id);
  };

const isOverlap = (problem: unknown): boolean => typeof problem === 'object' && problem !== null && (problem as { code?: string }).code === '23P01';
/** The same tour with that host at that time, unless they are busy. */
async function place(ctx: Ctx, tour: TourRow, hostId: number, slot: Slot): Promise<void> {
  if (tour.status !== 'requested' && tour.status !== 'confirmed') throw new Refusal('wrongState', m.tour_refusal_over(), { from: tour.status });
  const home = await homeOf(ctx, tour.listing_id, false);
  const person = await everything(ctx.db, 'person', 'whoever is to show the home')
    .select()
    .select('company_id')
    .where('id', '=', hostId)
    .executeTakeFirst();
  if (!home || !person?.company_id) throw missing();
  await holdHost(ctx, hostId);
  const { mode } = await parentOf(ctx.db, tour, 'viewing_id', 'viewing').select('mode').executeTakeFirstOrThrow();
  await moveTo(ctx, tour, home, { person_id: hostId, company_id: person.company_id }, slot, mode).catch((problem: unknown) => {
    throw isOverlap(problem) ? new Refusal('conflict', m.tour_problem_busy()) : problem;
  });
}

export async function reschedule(ctx: Ctx, { id, from: at, revision }: Input<Calls['reschedule']>): Promise<Result<Calls['reschedule']>> {
  const before = await toChange(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('changedMeanwhile'), { current: await head(ctx, id) });
  if (isPlatform(ctx.me.role)) throw new Refusal('forbidden', m.tour_refusal_mandate(), { missing: 'tours.edit' });
  const start = Date.parse(at);
  if (start <= clock.ms()) throw invalid({ from: m.tour_problem_past() });
  // Whoever lives there hears of it a day before, whoever moves it.
  if (before.consent !== 'none' && start < clock.ms() + ahead.occupiedHours * 3_600_000) throw invalid({ from: m.tour_problem_lived_in() });
  await place(ctx, before, before.host_id, {
    from: start,
    to: start + before.ends_at.getTime() - before.starts_at.getTime(),
    viewingId: null,
    left: 1,
  });
  return head(ctx, id);
}

export async function consent(ctx: Ctx, { id, consent: said, reason }: Input<Calls['consent']>): Promise<Result<Calls['consent']>> {
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
    ...{ kind: 'edit', document: 'tours', id, code: after.code, before: factsOf(before), after: factsOf(after) },
    ...(reason ? { reason } : {}),
  });
  if (said === 'refused') await callOff(ctx, after, 'decline', ctx.me.role, reason || refusedAtHome);
  else if (after.check_in_code !== null) await confirm(ctx, after, 'clock');
  return head(ctx, id);
}

/** Those of the holder's and of the agent's people who may show it, without who does now. */
async function couldHost(ctx: Ctx, tour: Pick<TourRow, 'company_id' | 'agent_company_id' | 'host_id' | 'property_id'>) {
  const people = await everything(ctx.db, 'person', 'those who work for the companies that show the home')
    .select()
    .select(['id', 'name'])
    .where('company_id', 'in', [tour.company_id, tour.agent_company_id ?? tour.company_id])
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .where('id', '<>', tour.host_id)
    .orderBy('name')
    .limit(200)
    .execute();
  const able = await everyMeNow(
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

export async function hosts(ctx: Ctx, { id }: Input<Calls['hosts']>): Promise<Result<Calls['hosts']>> {
  const tour = await from(ctx, 'tour:managed').selectAll().where('id', '=', id).executeTakeFirst();
  if (!tour) throw missing();
  return { results: await couldHost(ctx, tour) };
}

export async function reassign(ctx: Ctx, { id, host_id }: Input<Calls['reassign']>): Promise<Result<Calls['reassign']>> {
  const before = await toChange(ctx, id);
  if (!mayReassign(ctx, true)) throw new Refusal('forbidden', m.tour_refusal_mandate(), { missing: 'tours.edit' });
  if (!(await couldHost(ctx, before)).some((p) => p.id === host_id)) throw invalid({ host_id: m.tour_problem_host() });
  await place(ctx, before, host_id, { from: before.starts_at.getTime(), to: before.ends_at.getTime(), viewingId: null, left: 1 });
  // Who saw it only because it was theirs to show has passed it on.
  return head(unscoped(ctx, 'what the caller has just passed on'), id);
}
