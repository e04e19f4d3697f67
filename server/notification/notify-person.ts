import { type SelectQueryBuilder, sql } from 'kysely';
import type { EventName, EventParams } from '#contract/modules.ts';
import type { EventChannel } from '#contract/notification/events.ts';
import type { DB } from '#server/db/types.gen.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { EventTextParams } from '#server/kernel/generated/event-texts.ts';
import { sealObject, unsealIfSealed } from '#server/kernel/seal.ts';

/** An account, or a contact without an account. */
export type NotificationRecipient =
  | { readonly personId: number }
  | { readonly email?: string | undefined; readonly phone?: string | undefined; readonly locale?: 'en' | 'sw' | undefined };

export type NotificationContent = {
  readonly event: EventName;
  readonly to: NotificationRecipient;
  readonly params: EventTextParams;
  /** The key of the notification: a second one with the same key is not sent. */
  readonly key: string;
  /** The page that the notification opens, as a path of this site. */
  readonly page?: string;
  readonly subject?: string;
  /** A calendar entry that is attached to the email. */
  readonly calendar?: string;
  /** The channels that the sender chose. The reader's preferences still apply. */
  readonly channels?: readonly EventChannel[];
  /** The company in whose name it is sent. Its SMS count towards the daily budget of the company. */
  readonly company?: number;
  /** The broadcast that the notification belongs to. */
  readonly broadcast?: number;
  /**
   * Limits messages about the same subject per hour: more emails are combined into one, and further SMS are dropped. The app shows each notification.
   */
  readonly gather?: { readonly about: string; readonly anHour: number };
};

/** Secret data for the email or SMS only, such as a link that needs no sign-in. It replaces the fields above. */
export type SecretNotificationContent = { readonly page?: string; readonly params?: EventTextParams };
/** The payload in the queue. */
export type QueuedNotification = NotificationContent & { readonly sealed?: string };

/** An event with all parameters that its texts use. Secret ones replace the others. */
export type PersonNotification<E extends EventName> = Omit<NotificationContent, 'event' | 'params'> & {
  readonly event: E;
  readonly params: EventParams<E>;
  readonly secret?: Pick<SecretNotificationContent, 'page'> & { readonly params?: Partial<EventParams<E>> };
};

/** Notifies one person in the caller's transaction. The notification is queued with the change and delivered after the commit. */
export const notifyPerson = <E extends EventName>(ctx: Pick<Ctx, 'db'>, telling: PersonNotification<E>) => queueMessage(ctx, telling);

/**
 * Queues one message to one reader. Its secret data is encrypted until it is sent. The types of the callers check that the parameters fit the event.
 */
export const queueMessage = (
  ctx: Pick<Ctx, 'db'>,
  {
    secret,
    ...told
  }: Omit<NotificationContent, 'params'> & { readonly params: object; readonly secret?: { readonly page?: string; readonly params?: object } },
) => enqueueJob(ctx.db, 'notification.deliver', { ...told, ...(secret ? { sealed: sealObject(secret) } : {}) }, `tell:${told.key}`);

/** The batch size: one statement in one short transaction. */
export const notifyBatchSize = 500;

/**
 * Notifies the next batch of people by ascending id. Returns their number and the last id, or null at the end. Each reader gets one job with its own
 * key, so that a repeated step notifies no person twice.
 */
export async function notifyBatch<E extends EventName>(
  people: SelectQueryBuilder<DB, 'person', object>,
  after: number,
  { key, ...told }: Omit<PersonNotification<E>, 'to' | 'secret'>,
): Promise<{ readonly count: number; readonly last: number | null }> {
  const own = sql<string>`${`${key}:`}::text || person.id`;
  const payload = sql`${JSON.stringify(told)}::jsonb || jsonb_build_object('key', ${own}, 'to', jsonb_build_object('personId', person.id))`;
  const some = await people
    .select(['person.id', sql`emit_job('notification.deliver', ${payload}, 'tell:' || ${own})`.as('job')])
    .where('person.id', '>', after)
    .orderBy('person.id')
    .limit(notifyBatchSize)
    .execute();
  return { count: some.length, last: some.length < notifyBatchSize ? null : (some.at(-1)?.id ?? null) };
}

/** Decrypts the secret data and merges it into the content, for the email or SMS itself. */
export function unsealNotification({ sealed, ...told }: QueuedNotification): NotificationContent {
  if (!sealed) return told;
  const { params, ...more } = unsealIfSealed<SecretNotificationContent>({ sealed });
  return { ...told, ...more, params: { ...told.params, ...params } };
}
