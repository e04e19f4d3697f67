import type { DashboardLayout } from '#contract/kernel/roles.ts';
import type { EventName, EventParams } from '#contract/modules.ts';
import { getScreen, linkTo, type ScreenKey } from '#contract/screens.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { readPeopleAsCallers } from '#server/kernel/me.ts';
import { type NotificationContent, queueMessage } from './notify-person.ts';
import type { NotificationAudience, NotificationReader } from './recipients.ts';

/** The page of a message, which depends on the dashboard of its reader. */
export type PagePathByLayout = (layout: DashboardLayout) => string | undefined;

/** Links the first of these screens that the reader's dashboard has. `query` is added to the address. */
export const screenPagePath =
  (screens: ScreenKey | readonly ScreenKey[], params: Readonly<Record<string, string | number>> = {}, query = ''): PagePathByLayout =>
  (layout) => {
    const screen = [screens].flat().find((key) => getScreen(key).layouts.includes(layout));
    return screen && `${linkTo(screen, layout, params)}${query && `?${query}`}`;
  };

/**
 * All parameters of an event. A module that adds the same ones (`C`) to each of its events names them; the others are `Omit<EventParams<E>, keyof
 * C>`.
 */
type ParamsWith<E extends EventName, C extends object> = EventParams<E> | (NoInfer<C> & Omit<EventParams<E>, keyof NoInfer<C>>);

export type AudienceMessage = Pick<NotificationContent, 'subject' | 'calendar' | 'channels' | 'gather' | 'company'> & {
  /** The key of the message: a second message with the same key is not sent. The event is put before the key, the reader after it. */
  readonly key: string | number;
  /** The page that the message opens; for accounts only. */
  readonly page?: string | PagePathByLayout;
  /** A link that opens without sign-in. It is encrypted, and only the email and the SMS contain it. */
  readonly link?: string | undefined;
};

/** Notifies an audience of an event in the caller's transaction and returns the number of readers. */
export async function notifyAudience<E extends EventName, C extends object = never>(
  ctx: Pick<Ctx, 'db'>,
  event: E,
  params: ParamsWith<E, C>,
  to: NotificationAudience,
  { key, page, link, ...message }: AudienceMessage,
): Promise<number> {
  const readers = await to.list(ctx.db);
  const layouts = typeof page === 'function' ? await layoutsOf(ctx.db, readers) : undefined;
  const pageOf = (reader: NotificationReader): string | undefined => {
    if (reader.page !== undefined || !('personId' in reader.to)) return reader.page;
    if (typeof page !== 'function') return page;
    const layout = layouts?.get(reader.to.personId);
    return layout ? page(layout) : undefined;
  };
  for (const reader of readers) {
    const [own, secret] = [pageOf(reader), reader.link ?? link];
    await queueMessage(ctx, {
      ...message,
      event,
      params,
      to: reader.to,
      key: [event, key, reader.mark].filter((part) => part !== '').join(':'),
      ...(reader.channels ? { channels: reader.channels } : {}),
      ...(own === undefined ? {} : { page: own }),
      ...(secret === undefined ? {} : { secret: { page: secret } }),
    });
  }
  return readers.length;
}

async function layoutsOf(db: Db, readers: readonly NotificationReader[]): Promise<ReadonlyMap<number | null, DashboardLayout | null>> {
  const ids = readers.flatMap(({ to, page }) => ('personId' in to && page === undefined ? to.personId : []));
  return new Map(ids.length === 0 ? [] : (await readPeopleAsCallers(db, ids)).map((me) => [me.userId, me.layout]));
}
