import { sql } from 'kysely';
import { broadcastMachine } from '#contract/notification/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { makeMove } from '#server/kernel/move.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type BroadcastAudience, selectAudience } from './audience.ts';
import { notifyBatch } from './service.ts';

const why = 'the worker sends a broadcast';

/**
 * One step of a broadcast: queues the message for the next people and stores the progress in one transaction. A repeated or concurrent step continues
 * from there. A cancelled or finished broadcast does nothing.
 */
export async function runBroadcastStep({ database }: Pick<RunningServices, 'database'>, id: number): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    const row = await unscopedTable(tx, 'notification_broadcast', why).select().selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row || row.status === 'sent' || row.status === 'canceled') return;
    // Clocks differ between nodes: a step that is early by the clock of this node is queued again instead of being lost.
    if (row.starts_at > clock.now()) return enqueueJob(tx, 'notification.broadcast', { broadcastId: id }, null, { at: row.starts_at });
    const me = row.created_by === null ? null : await readMe(tx, row.created_by);
    const clockwork = asClock(tx, why);
    // A sender who has lost the permission cannot send a scheduled broadcast either.
    if (!me?.grants.has('notifications.create')) {
      if (row.status === 'scheduled') await makeMove(clockwork, broadcastMachine, 'cancel', id, 'sender', 'clock');
      else await finish(clockwork, id);
      return;
    }
    if (row.status === 'scheduled') await makeMove(clockwork, broadcastMachine, 'start', id, null, 'clock');
    const { heading, message, heading_sw, message_sw, channels, page } = row;
    const people = selectAudience({ ...clockwork, me }, row.audience as unknown as BroadcastAudience);
    const { count, last } = await notifyBatch(people as never, row.told_to, {
      event: 'message.broadcast',
      params: { heading, message, heading_sw, message_sw },
      key: `broadcast:${id}`,
      broadcast: id,
      channels: channels as ('app' | 'email' | 'sms')[],
      ...(page === null ? {} : { page }),
    });
    await unscopedTable(tx, 'notification_broadcast', why)
      .change()
      .set({ told: row.told + count, ...(last === null ? {} : { told_to: last }) })
      .where('id', '=', id)
      .$call(oneRow);
    if (last === null) await finish(clockwork, id);
    else await enqueueJob(tx, 'notification.broadcast', { broadcastId: id });
  });
}

async function finish(ctx: Ctx, id: number): Promise<void> {
  await makeMove(ctx, broadcastMachine, 'finish', id, null, 'clock');
  await unscopedTable(ctx.db, 'notification_broadcast', why).change().set({ finished_at: clock.now() }).where('id', '=', id).$call(oneRow);
}

/** Resumes due broadcasts that have no queued step. Each step queues the next one, so a lost step would otherwise end the broadcast. */
export const resumeBroadcastsJob: ScheduledJob = {
  name: 'notification.broadcasts',
  everyMinutes: 60,
  run: async (db) => {
    const lost = await unscopedTable(db, 'notification_broadcast', why)
      .select()
      .select('id')
      .where('status', 'in', ['scheduled', 'sending'])
      .where('starts_at', '<=', clock.now())
      .where(
        sql<boolean>`not exists (select from job.job where name = 'notification.broadcast' and state in ('created', 'retry', 'active')
          and data->>'broadcastId' = notification_broadcast.id::text)`,
      )
      // A step that failed permanently (dead letter) is left to a superadmin, who was notified.
      .where(
        sql<boolean>`not exists (select from dead_job where queue = 'notification.broadcast' and settled_at is null
          and payload->>'broadcastId' = notification_broadcast.id::text)`,
      )
      .execute();
    for (const { id } of lost) await enqueueJob(db, 'notification.broadcast', { broadcastId: id });
  },
};
