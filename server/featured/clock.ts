import { sql } from 'kysely';
import { featuredMachine } from '#contract/featured/machine.ts';
import type { MoveOf } from '#contract/kernel/machine.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type Booked, bookingHeld, put, release, settleUp } from './books.ts';
import { countShown } from './clicks.ts';
import { tellBooker } from './tell.ts';

const today = sql`app.today()`;
type Due = { id: number; code: string; move: MoveOf<typeof featuredMachine>; reason: string };

/**
 * What each booking's days, its time to pay, its money or its offer ask for now. One nobody paid in time holds its slot no longer; one whose
 * offer strangers cannot see stops, since there is nothing to show; one whose payment was taken back is no longer paid.
 */
const due = (id: number | null) => sql<Due>`
  /* all: the clock turns bookings */ select b.id, b.code,
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

/** Starts what is due and ends what is over, each in a transaction of its own; what was paid for days nobody had comes back. */
export async function turnBookings(db: Db, id: number | null = null): Promise<number> {
  const { rows } = await due(id).execute(db);
  return eachDue(db, rows, async (tx, { id: one, code, move: name, reason }) => {
    const ctx = atClock(tx);
    const before = await bookingHeld(tx, one);
    // Somebody paid it, or was faster, since it was looked for.
    if (!(featuredMachine.moves[name].from as readonly string[]).includes(before.status) || (name === 'lapse' && !isOver(before))) return;
    const { from, to } = await move(ctx, featuredMachine, name, one, reason, 'clock');
    await put(tx, one, { status_reason: name === 'start' ? '' : reason, ...whenOf(before, name) });
    await audit(tx, ctx, { kind: 'edit', document: 'featured_properties', id: one, code, before: { status: from }, after: { status: to }, reason });
    if (to === 'running') await tellBooker(ctx, one, 'featured.started');
    else if (from === 'running') await tellBooker(ctx, one, 'featured.ended');
    if (name === 'end') await settleUp(ctx, one);
  });
}
const isOver = ({ starts_on, hold_until }: Booked): boolean => starts_on < clock.today() || (hold_until !== null && hold_until <= clock.now());
/** The first day it stood there; its last, or the day it vanished. */
function whenOf({ status, ends_on }: Booked, name: Due['move']): { started_on?: Day; ended_on?: Day } {
  const day = clock.today();
  if (name === 'start') return { started_on: day };
  return status === 'running' ? { ended_on: ends_on < day ? ends_on : day } : {};
}

/** Every day that is over is earned; days the clock slept through are made up for, each on its own date. */
export async function earnDays(db: Db): Promise<number> {
  const yesterday = addDays(clock.today(), -1);
  const rows = await everything(db, 'featured_booking', 'days that are over are earned')
    .select()
    .select('id')
    .where('status', '=', 'running')
    .where('paid_cents', '>', cents(0))
    .where('reversed_at', 'is', null)
    .where(sql<boolean>`earned_days < least(${yesterday}::date, ends_on) - started_on + 1`)
    .orderBy('id')
    .execute();
  return eachDue(db, rows, async (tx, { id }) => release(atClock(tx), await bookingHeld(tx, id), yesterday));
}

export const featuredJobs: readonly Job[] = [
  { name: 'featured.turn', everyMinutes: 1, run: (db) => turnBookings(db) },
  { name: 'featured.earn', everyMinutes: 24 * 60, run: earnDays },
  { name: 'featured.shown', everyMinutes: 1, run: countShown },
];
