import type { Input, Result } from '#contract/kernel/call.ts';
import type { notificationCalls } from '#contract/notification/calls.ts';
import { channels, choosableGroups, takesByDefault, type Wishes } from '#contract/notification/events.ts';
import { visible } from '#server/access/scopes.ts';
import { audit } from '#server/audit/write.ts';
import { invalid } from '#server/http/answer.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { ownSettings } from './settings.ts';

type Calls = typeof notificationCalls;

/** What one person has said they want. */
export async function wishesOf(db: Db, personId: number): Promise<Wishes> {
  const rows = await db
    .selectFrom('notification_preference')
    .select(['event_group', 'channel', 'wanted'])
    .where('person_id', '=', personId)
    .execute();
  return new Map(rows.map((row) => [`${row.event_group}.${row.channel}`, row.wanted]));
}

export async function preferences(ctx: Ctx): Promise<Result<Calls['preferences']>> {
  const rows = await ctx.db.selectFrom('notification_preference').selectAll().where(visible('notification_preference', ctx.me)).execute();
  const said = new Map(rows.map((row) => [`${row.event_group}.${row.channel}`, row.wanted]));
  const person = await ctx.db.selectFrom('person').select('phone').where('id', '=', ctx.me.userId).executeTakeFirst();
  const results = choosableGroups.flatMap((group) =>
    channels.map((channel) => ({ group, channel, on: said.get(`${group}.${channel}`) ?? takesByDefault(group, channel) })),
  );
  return { results, phone: Boolean(person?.phone), settings: await ownSettings(ctx) };
}

export async function changePreference(
  ctx: Ctx,
  { group, channel, on }: Input<Calls['changePreference']>,
): Promise<Result<Calls['changePreference']>> {
  if (!choosableGroups.includes(group)) throw invalid({ group: 'has nothing in it that can be muted' });
  const personId = ctx.me.userId ?? 0;
  const before = await ctx.db
    .selectFrom('notification_preference')
    .select('wanted')
    .where(visible('notification_preference', ctx.me))
    .where('event_group', '=', group)
    .where('channel', '=', channel)
    .executeTakeFirst();
  await ctx.db
    .insertInto('notification_preference')
    .values({ person_id: personId, event_group: group, channel, wanted: on })
    .onConflict((oc) => oc.columns(['person_id', 'event_group', 'channel']).doUpdateSet({ wanted: on }))
    .execute();
  const field = `${group}.${channel}`;
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'notifications',
    id: personId,
    before: { [field]: before?.wanted ?? takesByDefault(group, channel) },
    after: { [field]: on },
    reason: 'preference',
  });
  return { group, channel, on };
}
