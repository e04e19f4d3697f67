import { type SelectQueryBuilder, sql } from 'kysely';
import type { Channel } from '#contract/notification/events.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import type { DB } from '#server/db/types.gen.ts';
import { emit } from '#server/jobs/queue.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Params } from '#server/kernel/generated/event-texts.ts';
import { opened, seal } from '#server/kernel/seal.ts';

/** A person we know, or somebody we only have an address of. */
export type Recipient =
  | { readonly personId: number }
  | { readonly email?: string | undefined; readonly phone?: string | undefined; readonly locale?: 'en' | 'sw' | undefined };

export type Told = {
  readonly event: EventName;
  readonly to: Recipient;
  readonly params: Params;
  /** Names this one telling: the same key twice reaches nobody twice. */
  readonly key: string;
  /** Where the message leads, as a path of ours. */
  readonly page?: string;
  readonly subject?: string;
  /** An entry for the reader's calendar, which goes along with the mail. */
  readonly calendar?: string;
  /** The ways it goes where whoever tells it chose them; wishes against one are kept. */
  readonly channels?: readonly Channel[];
  /** The message to many it is part of. */
  readonly broadcast?: number;
  /** More mails about the same than an hour bears are gathered into one; an SMS more is not sent. The bell rings for each. */
  readonly gather?: { readonly about: string; readonly anHour: number };
};

/** What only the reader of the mail or the SMS may know, in place of what stands above: a link that needs no signing in. */
export type Secret = { readonly page?: string; readonly params?: Params };
/** As it waits in the queue. */
export type Waiting = Told & { readonly sealed?: string };

/** One event with every parameter its texts use; a secret one replaces what stands beside it. */
export type Telling<E extends EventName> = Omit<Told, 'event' | 'params'> & {
  readonly event: E;
  readonly params: EventParams<E>;
  readonly secret?: Pick<Secret, 'page'> & { readonly params?: Partial<EventParams<E>> };
};

/** Tells somebody something, in the caller's transaction: promised with the change, delivered after it. */
export const tell = <E extends EventName>(ctx: Pick<Ctx, 'db'>, telling: Telling<E>) => queueMessage(ctx, telling);

/** Promises one message to one reader; its secret is sealed until it is sent. Whether the parameters fit the event, the callers' types say. */
export const queueMessage = (
  ctx: Pick<Ctx, 'db'>,
  { secret, ...told }: Omit<Told, 'params'> & { readonly params: object; readonly secret?: { readonly page?: string; readonly params?: object } },
) => emit(ctx.db, 'notification.deliver', { ...told, ...(secret ? { sealed: seal(secret) } : {}) }, `tell:${told.key}`);

/** How many are told in one step: one statement, one short transaction. */
export const tellingStep = 500;

/**
 * Tells the same to the next of many, by their ids; answers how many they were and the last of them, or null when there are no more. One job a reader, with a key
 * of their own: whoever repeats a step reaches nobody twice.
 */
export async function tellSome<E extends EventName>(
  people: SelectQueryBuilder<DB, 'person', object>,
  after: number,
  { key, ...told }: Omit<Telling<E>, 'to' | 'secret'>,
): Promise<{ readonly count: number; readonly last: number | null }> {
  const own = sql<string>`${`${key}:`}::text || person.id`;
  const payload = sql`${JSON.stringify(told)}::jsonb || jsonb_build_object('key', ${own}, 'to', jsonb_build_object('personId', person.id))`;
  const some = await people
    .select(['person.id', sql`emit_job('notification.deliver', ${payload}, 'tell:' || ${own})`.as('job')])
    .where('person.id', '>', after)
    .orderBy('person.id')
    .limit(tellingStep)
    .execute();
  return { count: some.length, last: some.length < tellingStep ? null : (some.at(-1)?.id ?? null) };
}

/** With its secret, for the letter itself. */
export function unsealed({ sealed, ...told }: Waiting): Told {
  if (!sealed) return told;
  const { params, ...more } = opened<Secret>({ sealed });
  return { ...told, ...more, params: { ...told.params, ...params } };
}
