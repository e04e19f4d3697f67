import { sql } from 'kysely';
import type { NotificationSettings } from '#contract/notification/calls.ts';
import {
  buildNotificationChoiceKey,
  canBeDigested,
  type EventChannel,
  getEventShape,
  type NotificationChoices,
  selectFallbackChannels,
} from '#contract/notification/events.ts';
import { getNotificationPage } from '#contract/notification/pages.ts';
import { clock } from '#contract/time/clock.ts';
import { countAttempt, type ThrottleLimit } from '#server/http/throttle.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { type EventText, eventText } from '#server/kernel/generated/event-texts.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { readMe } from '#server/kernel/me.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { sealObject } from '#server/kernel/seal.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readSupportContactLine } from '#server/kernel/support.ts';
import { m } from '#words/messages.js';
import { setLocaleSource } from '../../words/locale.ts';
import { renderMail } from './mail.ts';
import { readPersonNotificationPreferences } from './preferences.ts';
import { findDeliveryTime, findNextDigestTime } from './quiet-hours.ts';
import { type NotificationContent, type QueuedNotification, unsealNotification } from './service.ts';
import { readNotificationSettings } from './settings.ts';
import { consumeSmsBudget } from './sms-budget.ts';
import { buildEventSms, getSmsTextOfEvent, toSmsNumber } from './sms-text.ts';

type Locale = 'en' | 'sw';
type Reader = {
  readonly personId: number | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly locale: Locale;
  readonly wishes: NotificationChoices;
  readonly settings: NotificationSettings;
};
type Outside = Exclude<EventChannel, 'app'>;

/**
 * Limits the cost of a faulty loop in messages and money. Messages above the limit arrive later in a summary. Links that a person has requested, and
 * messages with a deadline, a code or a question, are not counted.
 */
const limits: Readonly<Record<Outside, ThrottleLimit>> = { email: { limit: 60, seconds: 3600 }, sms: { limit: 10, seconds: 86_400 } };

/**
 * The handler of the topic `notification.deliver`: chooses the channels of a notification by the reader's preferences and stores a delivery for each,
 * once per key. Notifications in the app are sent here; email and SMS are separate jobs, so that a slow mail server does not delay the rest.
 */
export async function planNotificationDelivery(
  { database, env }: Pick<RunningServices, 'database' | 'env'>,
  asked: QueuedNotification,
  now = clock.now(),
): Promise<void> {
  // The worker renders no pages, so the language must be set here.
  setLocaleSource(localeContext.current);
  await database.db.transaction().execute(async (db) => {
    const reader = await readerOf(db, asked);
    if (!reader) return;
    const told = await leading(db, asked);
    const { take: ways, muted } = selectFallbackChannels(told.event, reader.wishes, told.channels, reader.email !== null);
    if (ways.includes('app') && reader.personId !== null) await ring(db, told, reader.personId, written(told, reader.locale));
    const full = unsealNotification(told);
    const text = written(full, reader.locale);
    const secret = told.sealed !== undefined;
    for (const channel of ways) if (channel !== 'app') await queue(db, env, { told: full, secret, reader, text, channel, now });
    for (const channel of muted) await addDelivery(db, { told, reader, channel, state: 'muted', address: '' });
  });
}

/** Adds a page that the reader may open: the page of the notification, otherwise the nearest list. */
async function leading(db: Db, told: QueuedNotification): Promise<QueuedNotification> {
  if (!('personId' in told.to)) return told;
  const me = await readMe(db, told.to.personId);
  const { page: _, ...rest } = told;
  // A disabled account cannot open a page.
  const page = me ? getNotificationPage(told.event, me, told.page) : undefined;
  return page === undefined ? rest : { ...rest, page };
}

const written = ({ event, params }: NotificationContent, locale: Locale): EventText => localeContext.run(locale, () => eventText(event, params));

async function readerOf(db: Db, { to }: NotificationContent): Promise<Reader | null> {
  if (!('personId' in to)) {
    const settings = await readNotificationSettings(db, null);
    return { personId: null, email: to.email ?? null, phone: to.phone ?? null, locale: to.locale ?? 'en', wishes: new Map(), settings };
  }
  const person = await unscopedTable(db, 'person', 'the worker sends notifications')
    .select()
    .select(['id', 'email', 'phone', 'locale', 'closed_at'])
    .where('id', '=', to.personId)
    .executeTakeFirst();
  if (!person || person.closed_at) return null;
  const [wishes, settings] = [await readPersonNotificationPreferences(db, person.id), await readNotificationSettings(db, person.id)];
  return { personId: person.id, email: person.email, phone: person.phone, locale: person.locale, wishes, settings };
}

/** Stores a notification in the app and sends it at once to the person’s open sessions on every node. */
async function ring(db: Db, told: NotificationContent, personId: number, text: EventText): Promise<void> {
  const { group, type = 'info' } = getEventShape(told.event);
  const row = await add({ db }, 'notification')
    .values({
      person_id: personId,
      event: told.event,
      event_group: group,
      event_key: told.key,
      heading: text.heading,
      message: text.message,
      subject_name: told.subject ?? '',
      type,
      page: told.page ?? null,
    })
    .onConflict((oc) => oc.column('event_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return;
  await addDelivery(db, { told, reader: { personId }, channel: 'app', state: 'delivered', address: '' });
  await sql`select pg_notify('notify', ${JSON.stringify({ person: personId, id: row.id })})`.execute(db);
}

type Entry = {
  told: NotificationContent;
  reader: Pick<Reader, 'personId'>;
  channel: EventChannel;
  state: 'queued' | 'delivered' | 'muted' | 'bundled' | 'throttled';
  address: string;
  payload?: object;
  due?: Date;
};

const addDelivery = (db: Db, { told, reader, channel, state, address, payload, due }: Entry) =>
  add({ db }, 'notification_delivery')
    .values({
      key: `${told.key}:${channel}`,
      person_id: reader.personId,
      event: told.event,
      channel,
      address,
      state,
      broadcast_id: told.broadcast ?? null,
      payload: payload ? JSON.stringify(payload) : null,
      ...(due ? { due_at: due } : {}),
    })
    .onConflict((oc) => oc.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();

type Queued = { told: NotificationContent; secret: boolean; reader: Reader; text: EventText; channel: Outside; now: Date };

async function queue(db: Db, env: RunningServices['env'], { told, secret, reader, text, channel, now }: Queued): Promise<void> {
  const { always = false, binds = false, money = false } = getEventShape(told.event);
  const link = linkOf(told, env.appUrl, reader);
  const address = channel === 'email' ? reader.email : reader.phone && toSmsNumber(reader.phone);
  if (!address) return;
  const { quiet, digest } = reader.settings;
  const resting = (payload: object) => (secret ? { sealed: sealObject(payload) } : payload);
  const crowded = always ? 0 : await crowdedFor(db, told, channel, address);
  const item = resting({ heading: text.heading, message: text.message, link });
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const asDigest = channel === 'email' && digest !== 'off' && canBeDigested(told.event);
  if (asDigest || crowded > 0) {
    const due = asDigest ? findNextDigestTime(now, digest) : after(crowded);
    // A recipient without an account gets no summary.
    const kept = reader.personId === null ? { state: 'throttled' as const } : { state: 'bundled' as const, payload: item, due };
    await addDelivery(db, { told, reader, channel, address, ...kept });
    return;
  }
  const support = channel === 'email' ? await readSupportContactLine(db, env, reader.locale) : '';
  const payload =
    channel === 'email'
      ? {
          subject: text.heading,
          ...localeContext.run(reader.locale, () => letterOf(env, support, reader.locale, text, link)),
          ...(told.calendar ? { calendar: told.calendar } : {}),
        }
      : { subject: '', text: buildEventSms(env.PRODUCT_NAME, ...getSmsTextOfEvent(text), link, Boolean(money)).text, html: '' };
  const due = findDeliveryTime(now, { channel, event: told.event }, quiet);
  const added = await addDelivery(db, { told, reader, channel, state: 'queued', address, payload: resting(payload), due });
  if (!added) return;
  if (channel === 'sms' && told.company !== undefined && !(await consumeSmsBudget(db, env, told.company))) {
    await holdBack(db, added.id, { state: 'throttled', payload: null });
    return;
  }
  const wait =
    always || binds || money
      ? 0
      : await countAttempt(db, `deliver:${buildNotificationChoiceKey('message', channel)}:${address.toLowerCase()}`, limits[channel]);
  if (wait > 0)
    await holdBack(
      db,
      added.id,
      reader.personId === null ? { state: 'throttled', payload: null } : { state: 'bundled', payload: JSON.stringify(item), due_at: after(wait) },
    );
  else await enqueueJob(db, 'notification.send', { deliveryId: added.id }, null, { at: due });
}

type HeldBack = { state: 'throttled'; payload: null } | { state: 'bundled'; payload: string; due_at: Date };
const holdBack = (db: Db, id: number, changes: HeldBack) =>
  unscopedTable(db, 'notification_delivery', 'the worker sends notifications').change().set(changes).where('id', '=', id).execute();

/** The seconds until the reader may get another message about the same subject, or 0. */
const crowdedFor = async (db: Db, { gather }: NotificationContent, channel: Outside, address: string): Promise<number> =>
  gather ? countAttempt(db, `gather:${gather.about}:${channel}:${address.toLowerCase()}`, { limit: gather.anHour, seconds: 3600 }) : 0;

const letterOf = (env: RunningServices['env'], support: string, locale: Locale, { heading, message, button }: EventText, link: string | null) =>
  renderMail({
    product: env.PRODUCT_NAME,
    appUrl: env.appUrl,
    support,
    locale,
    heading,
    message,
    button: link ? { label: button ?? m.notification_mail_open({ product: env.PRODUCT_NAME }), url: link } : null,
  });

/**
 * The address of the button: the link of the event, otherwise its page on this site. A recipient without an account has no stored language, nor has a
 * visitor whose link signs them in, so the page opens in the language of the message.
 */
function linkOf({ params, page }: NotificationContent, appUrl: string, { locale }: Pick<Reader, 'locale'>): string | null {
  const given = params.link ?? page;
  if (given === undefined || given === '') return null;
  if (/^https?:\/\//.test(String(given))) return String(given);
  const ours = `${appUrl}${String(given).startsWith('/') ? '' : '/'}${given}`;
  return locale !== 'en' && !ours.includes('/dashboard/') ? `${ours}${ours.includes('?') ? '&' : '?'}lang=${locale}` : ours;
}
