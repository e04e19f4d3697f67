import { sql } from 'kysely';
import { broadcastMachine } from '#contract/notification/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { emit } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { meNow } from '#server/kernel/me.ts';
import { move } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { type Audience, meant } from './audience.ts';
import { tellSome } from './service.ts';

const why = 'the worker carries a message to many out';

/**
 * One step of a message to many: the next of its people are promised it, and how far that came stands in the row, all in one transaction.
 * A step that is repeated, or two at once, go on from there; one that was called back, or is done, does nothing.
 */
export async function broadcastStep({ database }: Pick<House, 'database'>, id: number): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    const row = await everything(tx, 'notification_broadcast', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || row.status === 'sent' || row.status === 'canceled') return;
    // Clocks differ from node to node: one that is behind comes back, instead of taking the message's only turn.
    if (row.starts_at > clock.now()) return emit(tx, 'notification.broadcast', { broadcastId: id }, null, { at: row.starts_at });
    const me = row.created_by === null ? null : await meNow(tx, row.created_by);
    const clockwork = atClock(tx, why);
    // Whoever may no longer write to anybody does not, by a message that waited either.
    if (!me?.grants.has('notifications.create')) {
      if (row.status === 'scheduled') await move(clockwork, broadcastMachine, 'cancel', id, 'sender', 'clock');
      else await finish(clockwork, id);
      return;
    }
    if (row.status === 'scheduled') await move(clockwork, broadcastMachine, 'start', id, null, 'clock');
    const { heading, message, heading_sw, message_sw, channels, page } = row;
    const people = meant({ ...clockwork, me }, row.audience as unknown as Audience);
    const { count, last } = await tellSome(people as never, row.told_to, {
      event: 'message.broadcast',
      params: { heading, message, heading_sw, message_sw },
      key: `broadcast:${id}`,
      broadcast: id,
      channels: channels as ('app' | 'email' | 'sms')[],
      ...(page === null ? {} : { page }),
    });
    await everything(tx, 'notification_broadcast', why)
      .change()
      .set({ told: row.told + count, ...(last === null ? {} : { told_to: last }) })
      .where('id', '=', id)
      .$call(oneRow);
    if (last === null) await finish(clockwork, id);
    else await emit(tx, 'notification.broadcast', { broadcastId: id });
  });
}

async function finish(ctx: Ctx, id: number): Promise<void> {
  await move(ctx, broadcastMachine, 'finish', id, null, 'clock');
  await everything(ctx.db, 'notification_broadcast', why).change().set({ finished_at: clock.now() }).where('id', '=', id).$call(oneRow);
}

/** Messages whose turn has come and whose next step nobody holds any more: each step promises the next, and one that is lost ends them all. */
export const takeUpBroadcasts: Job = {
  name: 'notification.broadcasts',
  everyMinutes: 60,
  run: async (db) => {
    const lost = await everything(db, 'notification_broadcast', why)
      .select()
      .select('id')
      .where('status', 'in', ['scheduled', 'sending'])
      .where('starts_at', '<=', clock.now())
      .where(
        sql<boolean>`not exists (select from job.job where name = 'notification.broadcast' and state in ('created', 'retry', 'active')
          and data->>'broadcastId' = notification_broadcast.id::text)`,
      )
      // What failed for good waits for a superadmin, who was told.
      .where(
        sql<boolean>`not exists (select from dead_job where queue = 'notification.broadcast' and settled_at is null
          and payload->>'broadcastId' = notification_broadcast.id::text)`,
      )
      .execute();
    for (const { id } of lost) await emit(db, 'notification.broadcast', { broadcastId: id });
  },
};
