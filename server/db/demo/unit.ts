import { sql } from 'kysely';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

/** The status history of the units, so that timelines and vacant days have content. */
export async function fillUnitHistory(db: Db): Promise<void> {
  const moves = [
    { status: ['occupied'], move: 'order', from: 'vacant', to: 'ordered', days: 9, by: 'clock', reason: 'Booking approved' },
    { status: ['occupied'], move: 'occupy', from: 'ordered', to: 'occupied', days: 0, by: 'clock', reason: 'Tenancy started' },
    { status: ['vacant'], move: 'vacate', from: 'occupied', to: 'vacant', days: 0, by: 'clock', reason: 'Tenant moved out' },
    { status: ['ordered'], move: 'order', from: 'vacant', to: 'ordered', days: 0, by: 'clock', reason: 'Booking approved' },
    { status: ['maintenance'], move: 'start_maintenance', from: 'vacant', to: 'maintenance', days: 0, by: 'owner', reason: null },
    { status: ['onhold'], move: 'hold', from: 'vacant', to: 'onhold', days: 0, by: 'owner', reason: null },
  ];
  for (const { status, move, from, to, days, by, reason } of moves)
    await sql`insert into move_log (at, subject, subject_id, move, from_state, to_state, actor_type, actor_id, reason)
      select status_since - make_interval(days => ${days}), 'unit', id, ${move}, ${from}, ${to}, ${by}, case when ${by} = 'owner' then updated_by end,
        coalesce(${reason}, nullif(status_reason, ''))
      from unit where status = any (${status}) order by id`.execute(db);
}
