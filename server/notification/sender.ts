import { sql } from 'kysely';
import type { Logger } from 'pino';
import { clock } from '#contract/time/clock.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { unsealIfSealed } from '#server/kernel/seal.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { MessageCarrierError } from './carriers/carrier.ts';
import { type MessageCarriers, openMessageCarriers } from './carriers/index.ts';
import { findDeliveryTime, type QuietHours } from './quiet-hours.ts';
import { buildSmsReportsPath } from './reports.ts';
import { readNotificationSettings } from './settings.ts';

const batch = 10;
/** The time for which other senders leave a delivery in progress; longer than any carrier takes. */
const leaseMs = 120_000;
/** After two days without success a delivery is marked as failed. */
const giveUpMs = 48 * 3_600_000;

/** The retry intervals: 15 s, 30 s, 1 min and so on, up to half an hour. */
export const computeRetryDelayMs = (attempts: number): number => Math.min(1_800_000, 15_000 * 2 ** Math.max(0, attempts - 1));

type Letter = { readonly subject: string; readonly text: string; readonly html: string; readonly calendar?: string };

/**
 * Sends the due deliveries, or the named one, and returns their number. A delivery is leased (committed), sent, then marked: no transaction is open
 * during the call to a carrier, and after a crash the delivery is sent again when its lease expires. See
 * docs/decisions/012-at-least-once-notifications.md.
 */
export async function deliverDueNotifications(
  db: Db,
  carriers: MessageCarriers,
  log: Logger,
  now = clock.now(),
  deliveryId: number | null = null,
): Promise<number> {
  const due = await take(db, now, deliveryId);
  await Promise.all(
    due.map(async (row) => {
      try {
        const id = await carriers[row.channel].send({ key: row.key, to: row.address, ...unsealIfSealed(row.payload as Letter) });
        await mark(db, row.id, { state: 'sent', error: null, payload: null, carrier_id: id });
      } catch (problem) {
        if (!(problem instanceof MessageCarrierError)) log.error({ err: problem, delivery: row.id }, 'a delivery failed');
        const told = async () => {
          const next = outcome(row, problem, now, (await readNotificationSettings(db, row.person_id)).quiet);
          await mark(db, row.id, next);
          if (next.due_at) await enqueueJob(db, 'notification.send', { deliveryId: row.id }, null, { at: next.due_at });
        };
        await told().catch((again: unknown) => log.error({ err: again, delivery: row.id }, 'the result of a delivery could not be stored'));
      }
    }),
  );
  return due.length;
}

type Taken = {
  id: number;
  person_id: number | null;
  key: string;
  event: string;
  channel: 'email' | 'sms';
  address: string;
  attempts: number;
  payload: unknown;
  created_at: Date;
};

async function take(db: Db, now: Date, deliveryId: number | null): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    /* unscoped: the worker sends notifications */ update notification_delivery set attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}, updated_at = app.now()
    where id in (select id from notification_delivery where state = 'queued' and due_at <= ${now}
      and (${deliveryId}::bigint is null or id = ${deliveryId}) order by due_at, id limit ${batch} for update skip locked)
    returning id, person_id, key, event, channel, address, attempts, payload, created_at`.execute(db);
  return rows;
}

type Mark = { state: 'sent' | 'queued' | 'failed'; error: string | null; payload?: null; carrier_id?: string | null; due_at?: Date };
const mark = (db: Db, id: number, changes: Mark) =>
  unscopedTable(db, 'notification_delivery', 'the worker sends notifications')
    .change()
    .set({ ...changes, updated_at: clock.now() })
    .where('id', '=', id)
    .execute();

function outcome(taken: Taken, problem: unknown, now: Date, quiet: QuietHours | null): Mark {
  const error = (problem instanceof Error ? problem.message : String(problem)).slice(0, 500);
  const lasting = problem instanceof MessageCarrierError && problem.lasting;
  if (lasting || now.getTime() - taken.created_at.getTime() > giveUpMs) return { state: 'failed', error, payload: null };
  return { state: 'queued', error, due_at: findDeliveryTime(new Date(now.getTime() + computeRetryDelayMs(taken.attempts)), taken, quiet) };
}

const ready = new WeakMap<RunningServices, MessageCarriers>();
function carriersFor(services: RunningServices): MessageCarriers {
  const known = ready.get(services) ?? openMessageCarriers(services);
  ready.set(services, known);
  return known;
}

/** The job handler that passes one delivery to its carrier as soon as it is stored. */
export const sendDeliveryNow = async (services: RunningServices, deliveryId: number): Promise<void> =>
  void (await deliverDueNotifications(services.database.db, carriersFor(services), services.log, clock.now(), deliveryId));

/** The scheduled job that sends deliveries left over after an expired lease or a carrier outage. The job above only makes sending prompt. */
export const sendNotificationsJob = (services: RunningServices): ScheduledJob => ({
  name: 'notification.send_due',
  everyMinutes: 1,
  run: async (db) => {
    while ((await deliverDueNotifications(db, carriersFor(services), services.log)) === batch);
  },
  dryRun: async (db) =>
    (
      await unscopedTable(db, 'notification_delivery', 'the worker sends notifications')
        .select()
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', '=', 'queued')
        .where('due_at', '<=', clock.now())
        .executeTakeFirstOrThrow()
    ).n,
});

/** Checks at the start which carriers are missing, and closes the carriers at the end. `says` is for the operator only and is not logged. */
export function openCarriers(services: RunningServices): { readonly says: readonly string[]; close(): Promise<void> } {
  const { log } = services;
  const carriers = carriersFor(services);
  if (services.env.NODE_ENV === 'production') {
    for (const carrier of ['email', 'sms'] as const)
      if (carriers[carrier].name === 'local') log.warn(`no provider for ${carrier} is set up, so messages stay in the local outbox`);
  }
  const reports = `${services.env.appUrl}${buildSmsReportsPath(services.secret)}`;
  const says =
    carriers.sms.name === 'local'
      ? []
      : [`Callback addresses for Africa's Talking: ${reports}/delivery for delivery reports and …/opt_out for opt-outs`];
  return { says, close: async () => void (await Promise.all([carriers.email.close(), carriers.sms.close()])) };
}
