import { randomUUID } from 'node:crypto';
import { notificationLimits } from '#contract/constants.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { Notification, notificationCalls } from '#contract/notification/calls.ts';
import type { EventGroup } from '#contract/notification/events.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, remove as erase, from, unscopedTable } from '#server/kernel/scoped.ts';
import { consumeDailySendingLimit } from '#server/limits/service.ts';
import { containsTextSql, readPage } from '#server/lists/list.ts';
import { notifyPerson } from './service.ts';

type Calls = typeof notificationCalls;
const latestSize = 10;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const columns = ['id', 'heading', 'subject_name', 'message', 'read', 'type', 'page', 'event', 'event_group', 'created_at'] as const;
type Row = Omit<Notification, 'group' | 'created_at'> & { event_group: string; created_at: Date };

const toNotification = ({ event_group, created_at, ...row }: Row): Notification => ({
  ...row,
  group: event_group as EventGroup,
  created_at: created_at.toISOString(),
});

const mine = (ctx: Ctx) => from(ctx, 'notification');

export async function listNotifications(
  ctx: Ctx,
  { page, page_size, z_filter: f = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  let found = mine(ctx);
  if (f.read !== undefined) found = found.where('read', '=', f.read);
  if (f.group) found = found.where('event_group', '=', f.group);
  if (f.heading) found = found.where((eb) => eb.or([containsTextSql('heading', f.heading ?? ''), containsTextSql('message', f.heading ?? '')]));
  const { rows, count } = await readPage(found, { page, page_size }, (q) => q.select([...columns]).orderBy('id', 'desc'));
  return { count, results: rows.map(toNotification) };
}

export async function listLatestNotifications(ctx: Ctx, { page }: HandlerInput<Calls['latest']>): Promise<HandlerResult<Calls['latest']>> {
  return listNotifications(ctx, { page, page_size: latestSize });
}

export async function countUnreadNotifications(ctx: Ctx): Promise<number> {
  const row = await mine(ctx)
    .where('read', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** One notification in the format of the live socket, for its recipient. */
export async function readNotificationOfPerson(db: Db, personId: number, id: number): Promise<Notification | null> {
  const row = await unscopedTable(db, 'notification', 'the socket belongs to the named person')
    .select()
    .select([...columns])
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ? toNotification(row) : null;
}

/** Notifications with a higher id. The live socket calls this when it may have missed some. */
export async function readNotificationsAfter(db: Db, personId: number, id: number): Promise<Notification[]> {
  const rows = await unscopedTable(db, 'notification', 'the socket belongs to the named person')
    .select()
    .select([...columns])
    .where('person_id', '=', personId)
    .where('id', '>', id)
    .orderBy('id')
    .limit(50)
    .execute();
  return rows.map(toNotification);
}

export async function sendTestNotification(ctx: Ctx): Promise<HandlerResult<Calls['sendTest']>> {
  await consumeDailySendingLimit(ctx, 'test_notification');
  const personId = requireSignedIn(ctx).userId;
  if ((await countAttempt(ctx.db, `notification-test:${personId}`, { limit: 20, seconds: 60 })) > 0)
    throw new Refusal('tooMany', sentence('tooManyRequests'));
  await notifyPerson(ctx, { event: 'message.test', to: { personId }, params: {}, key: `test:${personId}:${randomUUID()}` });
  await audit(ctx.db, ctx, { kind: 'add', document: 'notifications', id: personId, reason: 'test message' });
  return { sent: true };
}

/** `single` needs an id; `multiple` marks the newest 21 unread of the list. */
export async function markNotificationsRead(ctx: Ctx, { type, id }: HandlerInput<Calls['markRead']>): Promise<HandlerResult<Calls['markRead']>> {
  if (type === 'single' && id === undefined) throw invalidInputRefusal({ id: sentence('requiredParameter') });
  const found = await (type === 'single' ? mine(ctx).where('id', '=', id ?? null) : mine(ctx).where('read', '=', false))
    .select(['id', 'read'])
    .orderBy('id', 'desc')
    .limit(notificationLimits.markedAtOnce)
    .forUpdate()
    .execute();
  if (type === 'single' && found.length === 0) throw missing();
  const ids = found.map((row) => row.id);
  if (ids.length > 0) await change(ctx, 'notification').set({ read: true }).where('id', 'in', ids).execute();
  for (const row of found)
    await audit(ctx.db, ctx, { kind: 'edit', document: 'notifications', id: row.id, before: { read: row.read }, after: { read: true } });
  if (ids.length === 0) await audit(ctx.db, ctx, { kind: 'undefined', document: 'notifications', id: null, reason: 'nothing was unread' });
  return { ids, count: await countUnreadNotifications(ctx) };
}

export async function removeNotification(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const row = await erase(ctx, 'notification').where('id', '=', id).returning(['id', 'event', 'heading']).executeTakeFirst();
  if (!row) throw missing();
  await audit(ctx.db, ctx, { kind: 'delete', document: 'notifications', id, before: { event: row.event, heading: row.heading } });
  return { id };
}
