import { sql } from 'kysely';
import { featuredMachine } from '#contract/featured/machine.ts';
import type { MoveOf } from '#contract/kernel/machine.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { creditUnusedDays, type FeaturedBookingRow, lockFeaturedBooking, recognizeEarnedDays, updateFeaturedBooking } from './booking-ledger.ts';
import { aggregateFeaturedImpressions } from './impressions.ts';
import { notifyFeaturedBooker } from './notify.ts';

const today = sql`app.today()`;
type Due = { id: number; code: string; move: MoveOf<typeof featuredMachine>; reason: string };

/**
 * What the dates, payment deadline, payments and listing of each booking require now. An unpaid booking past its deadline releases its slot. A
 * booking whose listing is no longer public stops. A booking whose payment was reversed is no longer paid.
 */
const due = (id: number | null) => sql<Due>`
  /* unscoped: scheduled job moves featured bookings to their next status */ select b.id, b.code,
    case when b.status in ('requested', 'awaiting_payment') then 'lapse' when b.reversed_at is not null then 'unpay'
      when b.ends_on < ${today} or b.status = 'running' then 'end' else 'start' end as move,
    case when b.status in ('requested', 'awaiting_payment') then 'not paid in time' when b.reversed_at is not null then 'the payment was taken back'
      when b.ends_on < ${today} or b.status = 'scheduled' then 'its days' else 'the offer is no longer shown' end as reason
  from featured_booking b
  where (${id}::bigint is null or b.id = ${id}) and (
    (b.status in ('requested', 'awaiting_payment') and b.starts_on < ${today})
    or (b.status = 'awaiting_payment' and b.hold_until <= app.now())
    or (b.status in ('scheduled', 'running') and (b.ends_on < ${today} or b.reversed_at is not null))
    or (b.status = 'scheduled' and b.starts_on <= ${today} and exists (select 1 from public_listing v where v.id = b.listing_id))
    or (b.status = 'running' and not exists (select 1 from public_listing v where v.id = b.listing_id)))
  order by b.id`;

/** Starts bookings that are due and ends those that are over, each in its own transaction; payment for unused days is credited. */
export async function advanceFeaturedBookings(db: Db, id: number | null = null): Promise<number> {
  const { rows } = await due(id).execute(db);
  return processDueRows(db, rows, async (tx, { id: one, code, move: name, reason }) => {
    const ctx = asClock(tx);
    const before = await lockFeaturedBooking(tx, one);
    // The booking may have been paid or moved since it was selected, so its status is checked again under lock.
    if (!(featuredMachine.moves[name].from as readonly string[]).includes(before.status) || (name === 'lapse' && !isOver(before))) return;
    const { from, to } = await makeMove(ctx, featuredMachine, name, one, reason, 'clock');
    await updateFeaturedBooking(tx, one, { status_reason: name === 'start' ? '' : reason, ...whenOf(before, name) });
    await audit(tx, ctx, { kind: 'edit', document: 'featured_properties', id: one, code, before: { status: from }, after: { status: to }, reason });
    if (to === 'running') await notifyFeaturedBooker(ctx, one, 'featured.started');
    else if (from === 'running') await notifyFeaturedBooker(ctx, one, 'featured.ended');
    if (name === 'end') await creditUnusedDays(ctx, one);
  });
}
const isOver = ({ starts_on, hold_until }: FeaturedBookingRow): boolean =>
  starts_on < clock.today() || (hold_until !== null && hold_until <= clock.now());
/** For a start, the first day of display; for an end, the last day or the day on which the listing became hidden. */
function whenOf({ status, ends_on }: FeaturedBookingRow, name: Due['move']): { started_on?: Day; ended_on?: Day } {
  const day = clock.today();
  if (name === 'start') return { started_on: day };
  return status === 'running' ? { ended_on: ends_on < day ? ends_on : day } : {};
}

/** Posts the revenue of every past day. Days missed while the clock was stopped are posted later, each on its own date. */
export async function recognizeFeaturedRevenue(db: Db): Promise<number> {
  const yesterday = addDays(clock.today(), -1);
  const rows = await unscopedTable(db, 'featured_booking', 'revenue is earned for days that have passed')
    .select()
    .select('id')
    .where('status', '=', 'running')
    .where('paid_cents', '>', toCents(0))
    .where('reversed_at', 'is', null)
    .where(sql<boolean>`earned_days < least(${yesterday}::date, ends_on) - started_on + 1`)
    .orderBy('id')
    .execute();
  return processDueRows(db, rows, async (tx, { id }) => recognizeEarnedDays(asClock(tx), await lockFeaturedBooking(tx, id), yesterday));
}

export const featuredJobs: readonly ScheduledJob[] = [
  { name: 'featured.turn', everyMinutes: 1, run: (db) => advanceFeaturedBookings(db) },
  { name: 'featured.earn', everyMinutes: 24 * 60, run: recognizeFeaturedRevenue },
  { name: 'featured.shown', everyMinutes: 1, run: aggregateFeaturedImpressions },
];
