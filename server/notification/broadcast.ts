import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { getDashboardLayout, toUserType } from '#contract/kernel/roles.ts';
import type { notificationCalls } from '#contract/notification/calls.ts';
import { canBroadcastByChannel, maxBroadcastDaysAhead, maxBroadcastRecipients } from '#contract/notification/events.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { Env } from '#server/kernel/env.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { consumeDailySendingLimit } from '#server/limits/service.ts';
import { m } from '#words/messages.js';
import { audienceFieldByKind, type BroadcastAudience, countBroadcastReach } from './audience.ts';
import { buildSms, countSmsSegments } from './sms-text.ts';

type Calls = typeof notificationCalls;

const mayReach = (ctx: Ctx, people: number) => people <= maxBroadcastRecipients || ctx.me.role === 'superadmin';

/** A property outside the caller's scope has no audience. */
async function seen(ctx: Ctx, { property_id: id }: BroadcastAudience): Promise<void> {
  if (id === undefined) return;
  const property = await from(ctx, 'property').select('property.id').where('property.id', '=', id).executeTakeFirst();
  if (!property) throw new Refusal('notFound', sentence('itemNotFound'));
}

type Sms = ReturnType<typeof buildSms>;
const previewOf = ([en, sw]: readonly [Sms, Sms]) => ({
  en: en.text,
  sw: sw.text,
  segments: Math.max(...[en, sw].map(({ text }) => countSmsSegments(text))),
  whole: en.whole && sw.whole,
});

export const previewBroadcastAudience =
  ({ PRODUCT_NAME: product, appUrl }: Pick<Env, 'PRODUCT_NAME' | 'appUrl'>) =>
  async (
    ctx: Ctx,
    { heading, message, heading_sw, message_sw, ...given }: HandlerInput<Calls['previewAudience']>,
  ): Promise<HandlerResult<Calls['previewAudience']>> => {
    await seen(ctx, given);
    const reach = await countBroadcastReach(ctx, given);
    // For a mixed audience the preview uses the tenant's link, because the links of other dashboards have about the same length.
    const link = `${appUrl}${linkTo('notification.list', getDashboardLayout(toUserType(given.user_type), 'owner') ?? 'tenant')}`;
    const text =
      heading && message
        ? previewOf([buildSms(product, heading, message, link), buildSms(product, heading_sw || heading, message_sw || message, link)])
        : null;
    return { ...reach, allowed: mayReach(ctx, reach.people), text };
  };

const whenOf = (at: string | undefined): Date => {
  const [now, when] = [clock.now(), at === undefined ? clock.now() : new Date(at)];
  if (at !== undefined && when <= now) throw invalidInputRefusal({ at: m.notification_problem_past() });
  if (when.getTime() - now.getTime() > maxBroadcastDaysAhead * dayMs)
    throw invalidInputRefusal({ at: m.notification_problem_far({ days: maxBroadcastDaysAhead }) });
  return when;
};

/** Stores the broadcast with its audience and queues it for its time. The worker then finds the people within the sender's scope at that time. */
export async function sendBroadcast(
  ctx: Ctx,
  { heading, message, heading_sw, message_sw, channels, at, page, ...given }: HandlerInput<Calls['send']>,
): Promise<HandlerResult<Calls['send']>> {
  await seen(ctx, given);
  const ways = [...new Set(channels)];
  if (ways.some((channel) => !canBroadcastByChannel(channel, ctx.me.role))) throw invalidInputRefusal({ channels: m.notification_problem_sms() });
  const starts_at = whenOf(at);
  const { people, email, sms } = await countBroadcastReach(ctx, given);
  if (people === 0) throw invalidInputRefusal({ [audienceFieldByKind[given.audience]]: m.notification_problem_nobody() });
  if (!mayReach(ctx, people))
    throw new Refusal('forbidden', m.notification_refusal_many({ most: maxBroadcastRecipients }), { people, limit: maxBroadcastRecipients });
  await consumeDailySendingLimit(ctx, 'broadcast', people);
  const words = { heading, message, heading_sw, message_sw };
  const { id } = await add(ctx, 'notification_broadcast')
    .values({
      ...words,
      channels: ways,
      page: page ?? null,
      starts_at,
      audience: JSON.stringify(given),
      people,
      email: ways.includes('email') ? email : 0,
      sms: ways.includes('sms') ? sms : 0,
      created_by: ctx.me.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueJob(ctx.db, 'notification.broadcast', { broadcastId: id }, null, { at: at === undefined ? null : starts_at });
  const after = { heading, message, audience: given, channels: ways, people, ...(at === undefined ? {} : { starts_at: starts_at.toISOString() }) };
  await audit(ctx.db, ctx, { kind: 'add', document: 'notifications', id, after, reason: 'broadcast' });
  return { id, people };
}
