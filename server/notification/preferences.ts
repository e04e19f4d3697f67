import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { notificationCalls } from '#contract/notification/calls.ts';
import { eventChannels, isChannelOnByDefault, type NotificationChoices, selectableEventGroups } from '#contract/notification/events.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, requireSignedIn } from '#server/kernel/ctx.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { readOwnNotificationSettings } from './settings.ts';

type Calls = typeof notificationCalls;

/** The notification preferences of one person. */
export async function readPersonNotificationPreferences(db: Db, personId: number): Promise<NotificationChoices> {
  const rows = await unscopedTable(db, 'notification_preference', 'the preferences of the recipient')
    .select()
    .select(['event_group', 'channel', 'wanted'])
    .where('person_id', '=', personId)
    .execute();
  return new Map(rows.map((row) => [`${row.event_group}.${row.channel}`, row.wanted]));
}

export async function readNotificationPreferences(ctx: Ctx): Promise<HandlerResult<Calls['preferences']>> {
  const rows = await from(ctx, 'notification_preference').selectAll().execute();
  const said = new Map(rows.map((row) => [`${row.event_group}.${row.channel}`, row.wanted]));
  const person = await from(ctx, 'person').select('phone').where('id', '=', ctx.me.userId).executeTakeFirst();
  const results = selectableEventGroups.flatMap((group) =>
    eventChannels.map((channel) => ({ group, channel, on: said.get(`${group}.${channel}`) ?? isChannelOnByDefault(group, channel) })),
  );
  return { results, phone: Boolean(person?.phone), settings: await readOwnNotificationSettings(ctx) };
}

export async function changeNotificationPreference(
  ctx: Ctx,
  { group, channel, on }: HandlerInput<Calls['changePreference']>,
): Promise<HandlerResult<Calls['changePreference']>> {
  if (!selectableEventGroups.includes(group)) throw invalidInputRefusal({ group: m.notification_problem_group() });
  const personId = requireSignedIn(ctx).userId;
  const before = await from(ctx, 'notification_preference')
    .select('wanted')
    .where('event_group', '=', group)
    .where('channel', '=', channel)
    .executeTakeFirst();
  await add(ctx, 'notification_preference')
    .values({ person_id: personId, event_group: group, channel, wanted: on })
    .onConflict((oc) => oc.columns(['person_id', 'event_group', 'channel']).doUpdateSet({ wanted: on }))
    .execute();
  const field = `${group}.${channel}`;
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'notifications',
    id: personId,
    before: { [field]: before?.wanted ?? isChannelOnByDefault(group, channel) },
    after: { [field]: on },
    reason: 'preference',
  });
  return { group, channel, on };
}
