import { sql } from 'kysely';
import { featuredMachine } from '#contract/featured/machine.ts';
import type { MoveOf } from '#contract/kernel/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { move } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { tellBooker } from './tell.ts';

const today = sql`app.today()`;
type Due = { id: number; code: string; move: MoveOf<typeof featuredMachine>; reason: string };

/**
 * What each booking's days, or its offer, ask for now. One nobody paid before its first day was over holds its slot no longer; one whose
 * offer strangers cannot see stops, since there is nothing to show.
 */
const due = sql<Due>`
  /* all: the clock turns bookings */ select b.id, b.code,
    case when b.status in ('requested', 'awaiting_payment') then 'lapse' when b.ends_on < ${today} or b.status = 'running' then 'end' else 'start' end as move,
    case when b.status in ('requested', 'awaiting_payment') then 'not paid in time' when b.ends_on < ${today} or b.status = 'scheduled' then 'its days'
      else 'the offer is no longer shown' end as reason
  from featured_booking b
  where (b.status in ('requested', 'awaiting_payment') and b.starts_on < ${today})
    or (b.status in ('scheduled', 'running') and b.ends_on < ${today})
    or (b.status = 'scheduled' and b.starts_on <= ${today} and exists (select 1 from public_listing v where v.id = b.listing_id))
    or (b.status = 'running' and not exists (select 1 from public_listing v where v.id = b.listing_id))
  order by b.id`;

/** Starts what is due and ends what is over, each in a transaction of its own. */
export async function turnBookings(db: Db): Promise<number> {
  const { rows } = await due.execute(db);
  return eachDue(db, rows, async (tx, { id, code, move: name, reason }) => {
    const ctx = atClock(tx);
    const { from, to } = await move(ctx, featuredMachine, name, id, reason, 'clock');
    // Its last day, or yesterday's end if the clock came late; the day it vanished otherwise.
    const ended = name === 'end' && from === 'running' ? { ended_on: sql<string>`least(ends_on, ${today})` } : {};
    await everything(tx, 'featured_booking', 'the clock turns bookings')
      .change()
      .set({ ...ended, status_reason: name === 'start' ? '' : reason, updated_at: clock.now() })
      .where('id', '=', id)
      .$call(oneRow);
    await audit(tx, ctx, { kind: 'edit', document: 'featured_properties', id, code, before: { status: from }, after: { status: to }, reason });
    if (to === 'running') await tellBooker(ctx, id, 'featured.started');
    else if (from === 'running') await tellBooker(ctx, id, 'featured.ended');
  });
}

export const featuredJobs: readonly Job[] = [{ name: 'featured.turn', everyMinutes: 10, run: turnBookings }];
