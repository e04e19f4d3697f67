import { type Selectable, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { Broadcast, broadcastCalls } from '#contract/notification/broadcasts.ts';
import type { EventChannel } from '#contract/notification/events.ts';
import { broadcastMachine } from '#contract/notification/machine.ts';
import type { NotificationBroadcastTable } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, readPage } from '#server/lists/list.ts';
import type { BroadcastAudience } from './audience.ts';

type Calls = typeof broadcastCalls;
type Row = Selectable<NotificationBroadcastTable> & { by: string | null; property: string | null };

const found = (ctx: Ctx) =>
  from(ctx, 'notification_broadcast')
    .leftJoin('person', 'person.id', 'notification_broadcast.created_by')
    .leftJoin('property', (join) => join.on(sql<boolean>`property.id = (notification_broadcast.audience ->> 'property_id')::bigint`));

const toHead = (row: Row): Broadcast => {
  const { user_type = null, region = null } = row.audience as unknown as Partial<BroadcastAudience>;
  return {
    id: row.id,
    heading: row.heading,
    heading_sw: row.heading_sw,
    message: row.message,
    message_sw: row.message_sw,
    channels: row.channels as EventChannel[],
    status: row.status,
    people: row.people,
    told: row.told,
    by: row.by,
    user_type,
    region,
    property: row.property,
    starts_at: row.starts_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
};

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let list = found(ctx);
  if (f.status) list = list.where('notification_broadcast.status', '=', f.status);
  if (hasDayRange(f)) list = list.where(isInDayRangeSql('notification_broadcast.starts_at', f));
  if (f.heading) list = list.where(containsTextSql('notification_broadcast.heading', f.heading));
  return list;
}

export async function listBroadcasts(
  ctx: Ctx,
  { page, page_size, tabs, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    q.selectAll('notification_broadcast').select(['person.name as by', 'property.name as property']).orderBy('notification_broadcast.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => matching(ctx, { ...z_filter, status: undefined }), sql`notification_broadcast.status`);
  return { count, results: rows.map(toHead), ...counts };
}

export async function readBroadcastDetails(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const row = await found(ctx)
    .selectAll('notification_broadcast')
    .select(['person.name as by', 'property.name as property'])
    .where('notification_broadcast.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  const why = 'delivery counts of a broadcast that the caller sees, without names';
  const outcome = await unscopedTable(ctx.db, 'notification_delivery', why)
    .select()
    .select(['channel', 'state', sql<number>`count(*)`.as('count')])
    .where('broadcast_id', '=', id)
    .groupBy(['channel', 'state'])
    .orderBy('channel')
    .orderBy('state')
    .execute();
  const { read } = await unscopedTable(ctx.db, 'notification_delivery', why)
    .select('d')
    // The key of a delivery is the key of its notification followed by the channel.
    .innerJoin('notification as n', (join) => join.on(sql<boolean>`n.event_key = left(d.key, -4)`))
    .select(sql<number>`count(*)`.as('read'))
    .where('d.broadcast_id', '=', id)
    .where('d.channel', '=', 'app')
    .where('n.read', '=', true)
    .executeTakeFirstOrThrow();
  return { ...toHead(row), page: row.page, outcome, read, moves: listAllowedMoves(broadcastMachine, row.status, ctx.me.role) };
}

export async function cancelBroadcast(ctx: Ctx, { id }: HandlerInput<Calls['cancel']>): Promise<HandlerResult<Calls['cancel']>> {
  const { from: before, to } = await makeMove(ctx, broadcastMachine, 'cancel', id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'notifications', id, before: { status: before }, after: { status: to }, reason: 'broadcast' });
  return readBroadcastDetails(ctx, { id });
}
