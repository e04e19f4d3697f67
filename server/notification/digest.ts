import { clock } from '#contract/time/clock.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { eventText } from '#server/kernel/generated/event-texts.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { sealObject, unsealIfSealed } from '#server/kernel/seal.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { setLocaleSource } from '../../words/locale.ts';
import { type MailItem, renderMail } from './mail.ts';
import { findQuietHoursEnd } from './quiet-hours.ts';
import { readNotificationSettings } from './settings.ts';
import { buildSmsText } from './sms-text.ts';

/** The maximum number of notifications in one summary. The others are in the app. */
const most = 40;
type Place = Pick<RunningServices['env'], 'PRODUCT_NAME' | 'appUrl'>;

/**
 * Writes the summaries that are due, one for each person and channel, and queues them for the sender. A scheduled job runs it, and a repeat changes
 * nothing.
 */
export async function writeDigests(db: Db, env: Place, now = clock.now()): Promise<number> {
  setLocaleSource(localeContext.current);
  const people = await waiting(db).where('due_at', '<=', now).select(['person_id', 'channel']).distinct().limit(500).execute();
  let written = 0;
  for (const { person_id, channel } of people)
    if (person_id !== null && (await writeOne(db, env, { personId: person_id, channel }, now))) written += 1;
  return written;
}

const waiting = (db: Db) =>
  unscopedTable(db, 'notification_delivery', 'scheduled job creates digests')
    .select()
    .where('state', '=', 'bundled')
    .where('payload', 'is not', null);

type Way = { readonly personId: number; readonly channel: 'app' | 'email' | 'sms' };
const writeOne = (db: Db, env: Place, { personId, channel }: Way, now: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    // A second worker finds these rows locked or already processed and writes nothing.
    const texted = channel === 'sms';
    const rows = await waiting(tx)
      .select(['id', 'address', 'payload'])
      .where('person_id', '=', personId)
      .where('channel', '=', channel)
      // One SMS combines all remaining messages, also those due a little later.
      .$if(!texted, (q) => q.where('due_at', '<=', now))
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const last = rows.at(-1);
    const person = await unscopedTable(tx, 'person', 'scheduled job creates digests')
      .select()
      .select(['locale', 'closed_at'])
      .where('id', '=', personId)
      .executeTakeFirst();
    if (!last) return false;
    const ids = rows.map((row) => row.id);
    await unscopedTable(tx, 'notification_delivery', 'scheduled job creates digests')
      .change()
      .set({ payload: null, updated_at: clock.now() })
      .where('id', 'in', ids)
      .execute();
    if (!person || person.closed_at) return false;
    const items = rows.map((row) => unsealIfSealed(row.payload as MailItem));
    const payload = localeContext.run(person.locale, () => (texted ? shortly(env, items) : summary(env, person.locale, items)));
    const due = (texted && findQuietHoursEnd(now, (await readNotificationSettings(tx, personId)).quiet)) || now;
    const added = await add({ db: tx }, 'notification_delivery')
      .values({
        key: `digest:${personId}:${last.id}:${channel}`,
        person_id: personId,
        event: 'message.digest',
        channel,
        address: last.address,
        state: 'queued',
        // A summary contains other messages, which may contain secrets, so it is encrypted.
        payload: JSON.stringify({ sealed: sealObject(payload) }),
        due_at: due,
      })
      .onConflict((oc) => oc.column('key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) await enqueueJob(tx, 'notification.send', { deliveryId: added.id }, null, { at: due });
    return true;
  });

function summary(env: Place, locale: 'en' | 'sw', items: readonly MailItem[]) {
  const { heading, message } = eventText('message.digest', { count: items.length });
  const button = { label: m.notification_mail_open({ product: env.PRODUCT_NAME }), url: env.appUrl };
  const shown = items.slice(-most).reverse();
  return { subject: heading, ...renderMail({ product: env.PRODUCT_NAME, appUrl: env.appUrl, locale, heading, message, items: shown, button }) };
}

/** The SMS for messages above the daily limit: the message itself if there is one, otherwise their number and as many headings as fit. */
function shortly({ PRODUCT_NAME, appUrl }: Place, items: readonly MailItem[]) {
  const [first] = items;
  const several = {
    heading: eventText('message.digest', { count: items.length }).heading,
    message: `${items.map((one) => one.heading).join('. ')}.`,
    link: appUrl,
  };
  const { heading, message, link } = items.length === 1 && first ? first : several;
  return { subject: '', text: buildSmsText(PRODUCT_NAME, heading, message, link), html: '' };
}

export const digestJob = ({ env }: Pick<RunningServices, 'env'>): ScheduledJob => ({
  name: 'notification.digest',
  everyMinutes: 10,
  run: (db) => writeDigests(db, env),
});
