import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { notificationCalls } from '#contract/notification/calls.ts';
import { defaultDeliveryLogDays } from '#contract/notification/events.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import type { Env } from '#server/kernel/env.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, readPage } from '#server/lists/list.ts';
import { hasOutboxViewer } from './active-viewer.ts';

type Calls = typeof notificationCalls;

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['deliveries']>['z_filter']>) {
  let found = from(ctx, 'notification_delivery').leftJoin('person', 'person.id', 'notification_delivery.person_id');
  if (f.state) found = found.where('notification_delivery.state', '=', f.state);
  found = found.where(
    isInDayRangeSql('notification_delivery.created_at', hasDayRange(f) ? f : { day_from: addDays(clock.today(), 1 - defaultDeliveryLogDays) }),
  );
  if (f.channel) found = found.where('notification_delivery.channel', '=', f.channel);
  if (f.address)
    found = found.where((eb) =>
      eb.or([containsTextSql('notification_delivery.address', f.address ?? ''), containsTextSql('person.name', f.address ?? '')]),
    );
  return found;
}

type Asked = HandlerInput<Calls['deliveries']>;
export async function listDeliveries(ctx: Ctx, { page, page_size, tabs, z_filter = {} }: Asked): Promise<HandlerResult<Calls['deliveries']>> {
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([
        'notification_delivery.id',
        'notification_delivery.event',
        'notification_delivery.channel',
        'notification_delivery.state',
        'notification_delivery.address',
        'notification_delivery.attempts',
        'notification_delivery.error',
        'notification_delivery.due_at',
        'notification_delivery.created_at',
        'notification_delivery.updated_at',
        'person.name as person',
      ])
      .orderBy('notification_delivery.created_at', 'desc')
      .orderBy('notification_delivery.id', 'desc'),
  );
  return {
    count,
    ...(await countTabs(tabs, () => matching(ctx, { ...z_filter, state: undefined }), sql`notification_delivery.state`)),
    results: rows.map((row) => ({
      ...row,
      due_at: row.due_at.toISOString(),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    })),
  };
}

const shownAtOnce = 50;

export const readLocalOutbox =
  (env: Pick<Env, 'DEMO' | 'NODE_ENV'>) =>
  async (ctx: Ctx, { page }: HandlerInput<Calls['localOutbox']>): Promise<HandlerResult<Calls['localOutbox']>> => {
    if (!hasOutboxViewer(env)) throw new Refusal('notFound', sentence('pageNotFound'));
    const found = ctx.db.selectFrom('local_outbox');
    const { rows, count } = await readPage(found, { page, page_size: shownAtOnce }, (q) =>
      q.select(['id', 'channel', 'address', 'subject', 'body', 'created_at']).orderBy('id', 'desc'),
    );
    return { count, results: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
  };

/** Deletes old messages of the local outbox, which is only a temporary view. */
export const outboxSweepJob: ScheduledJob = {
  name: 'notification.sweep',
  everyMinutes: 24 * 60,
  run: (db: Db) => db.deleteFrom('local_outbox').where(sql<boolean>`created_at < app.now() - interval '14 days'`).execute(),
};
