import { type SelectQueryBuilder, sql } from 'kysely';
import type { EventName, EventParams } from '#contract/modules.ts';
import type { EventChannel } from '#contract/notification/events.ts';
import type { DB } from '#server/db/types.gen.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { EventTextParams } from '#server/kernel/generated/event-texts.ts';
import { seal, unsealIfSealed } from '#server/kernel/seal.ts';

/** A known person, or a contact without an account. */
export type NotificationRecipient =
  | { readonly personId: number }
  | { readonly email?: string | undefined; readonly phone?: string | undefined; readonly locale?: 'en' | 'sw' | undefined };

export type NotificationContent = {
  readonly event: EventName;
  readonly to: NotificationRecipient;
  readonly params: EventTextParams;
  /** Names this notification: the same key twice notifies nobody twice. */
  readonly key: string;
  /** The page it opens, as a path of this site. */
  readonly page?: string;
  readonly subject?: string;
  /** A calendar entry that is attached to the email. */
  readonly calendar?: string;
  /** The channels chosen by the sender; the reader's preferences still apply. */
  readonly channels?: readonly EventChannel[];
  /** The broadcast it belongs to. */
  readonly broadcast?: number;
  /** More emails per hour about the same subject are combined into one; a further SMS is dropped. The app shows each. */
  readonly gather?: { readonly about: string; readonly anHour: number };
};

/** Data only for the reader of the email or SMS, which replaces the fields above: a link that needs no sign-in. */
export type NotificationSecret = { readonly page?: string; readonly params?: EventTextParams };
/** The payload in the queue. */
export type QueuedNotification = NotificationContent & { readonly sealed?: string };

/** One event with every parameter its texts use; secret ones replace the others. */
export type PersonNotification<E extends EventName> = Omit<NotificationContent, 'event' | 'params'> & {
  readonly event: E;
  readonly params: EventParams<E>;
  readonly secret?: Pick<NotificationSecret, 'page'> & { readonly params?: Partial<EventParams<E>> };
};

/** Notifies one person in the caller's transaction: queued with the change, delivered after the commit. */
export const notifyPerson = <E extends EventName>(ctx: Pick<Ctx, 'db'>, telling: PersonNotification<E>) => queueMessage(ctx, telling);

/** Queues one message to one reader; its secret is sealed until it is sent. The callers' types check that the parameters fit the event. */
export const queueMessage = (
  ctx: Pick<Ctx, 'db'>,
  {
    secret,
    ...told
  }: Omit<NotificationContent, 'params'> & { readonly params: object; readonly secret?: { readonly page?: string; readonly params?: object } },
) => enqueueJob(ctx.db, 'notification.deliver', { ...told, ...(secret ? { sealed: seal(secret) } : {}) }, `tell:${told.key}`);

/** The batch size: one statement in one short transaction. */
export const notifyBatchSize = 500;

/**
 * Notifies the next batch of people by ascending id; returns their number and the last id, or null at the end. Each reader gets one job with an own
 * key, so a repeated step notifies nobody twice.
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

/** Merges the sealed secret back in, for the message itself. */
export function unsealNotification({ sealed, ...told }: QueuedNotification): NotificationContent {
  if (!sealed) return told;
  const { params, ...more } = unsealIfSealed<NotificationSecret>({ sealed });
  return { ...told, ...more, params: { ...told.params, ...params } };
}
