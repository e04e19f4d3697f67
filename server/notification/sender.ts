import { sql } from 'kysely';
import type { Logger } from 'pino';
import { clock } from '#contract/time/clock.ts';
import { emit } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { opened } from '#server/kernel/seal.ts';
import { CarrierProblem } from './carriers/carrier.ts';
import { type Carriers, carriersOf } from './carriers/index.ts';
import { dueAt, type Hours } from './quiet.ts';
import { reportsPath } from './reports.ts';
import { settingsOf } from './settings.ts';

const batch = 10;
/** How long a delivery in hand is left alone by others; longer than any carrier may take. */
const leaseMs = 120_000;
/** Two days of a dead carrier are borne; then it is said to have failed. */
const giveUpMs = 48 * 3_600_000;

/** 15 s, 30 s, 1 min … half an hour. */
export const backoffMs = (attempts: number): number => Math.min(1_800_000, 15_000 * 2 ** Math.max(0, attempts - 1));

type Letter = { readonly subject: string; readonly text: string; readonly html: string; readonly calendar?: string };

/**
 * Sends what is due, or of it the one that is named, and answers how much that was. A delivery is taken (committed), sent, then marked:
 * no transaction is open while a carrier is spoken to, and whoever dies after taking it leaves it to be taken again when its lease is
 * over. docs/decisions/012-notifications.md says what that means.
 */
export async function deliverDue(db: Db, carriers: Carriers, log: Logger, now = clock.now(), deliveryId: number | null = null): Promise<number> {
  const due = await take(db, now, deliveryId);
  await Promise.all(
    due.map(async (row) => {
      try {
        const id = await carriers[row.channel].send({ key: row.key, to: row.address, ...opened(row.payload as Letter) });
        await mark(db, row.id, { state: 'sent', error: null, payload: null, carrier_id: id });
      } catch (problem) {
        if (!(problem instanceof CarrierProblem)) log.error({ err: problem, delivery: row.id }, 'a delivery broke');
        const told = async () => {
          const next = outcome(row, problem, now, (await settingsOf(db, row.person_id)).quiet);
          await mark(db, row.id, next);
          if (next.due_at) await emit(db, 'notification.send', { deliveryId: row.id }, null, { at: next.due_at });
        };
        await told().catch((again: unknown) => log.error({ err: again, delivery: row.id }, 'a delivery could not be marked'));
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
    /* all: the worker delivers */ update notification_delivery set attempts = attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}, updated_at = app.now()
    where id in (select id from notification_delivery where state = 'queued' and due_at <= ${now}
      and (${deliveryId}::bigint is null or id = ${deliveryId}) order by due_at, id limit ${batch} for update skip locked)
    returning id, person_id, key, event, channel, address, attempts, payload, created_at`.execute(db);
  return rows;
}

type Mark = { state: 'sent' | 'queued' | 'failed'; error: string | null; payload?: null; carrier_id?: string | null; due_at?: Date };
const mark = (db: Db, id: number, changes: Mark) =>
  everything(db, 'notification_delivery', 'the worker delivers')
    .change()
    .set({ ...changes, updated_at: clock.now() })
    .where('id', '=', id)
    .execute();

function outcome(taken: Taken, problem: unknown, now: Date, quiet: Hours | null): Mark {
  const error = (problem instanceof Error ? problem.message : String(problem)).slice(0, 500);
  const lasting = problem instanceof CarrierProblem && problem.lasting;
  if (lasting || now.getTime() - taken.created_at.getTime() > giveUpMs) return { state: 'failed', error, payload: null };
  return { state: 'queued', error, due_at: dueAt(new Date(now.getTime() + backoffMs(taken.attempts)), taken, quiet) };
}

const ready = new WeakMap<House, Carriers>();
function carriersFor(house: House): Carriers {
  const known = ready.get(house) ?? carriersOf(house);
  ready.set(house, known);
  return known;
}

/** Hands one delivery to its carrier, as soon as it is written. */
export const sendNow = async (house: House, deliveryId: number): Promise<void> =>
  void (await deliverDue(house.database.db, carriersFor(house), house.log, clock.now(), deliveryId));

/** The job above makes it prompt, this makes it certain: a lease that ran out, a carrier that is back. */
export const sendJob = (house: House): Job => ({
  name: 'notification.send_due',
  everyMinutes: 1,
  run: async (db) => {
    while ((await deliverDue(db, carriersFor(house), house.log)) === batch);
  },
  dryRun: async (db) =>
    (
      await everything(db, 'notification_delivery', 'the worker delivers')
        .select()
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', '=', 'queued')
        .where('due_at', '<=', clock.now())
        .executeTakeFirstOrThrow()
    ).n,
});

/** Says at the start what a worker cannot do, and closes the carriers at its end. `says` is for the operator alone, and no line of the log. */
export function openCarriers(house: House): { readonly says: readonly string[]; close(): Promise<void> } {
  const { log } = house;
  const carriers = carriersFor(house);
  if (house.env.NODE_ENV === 'production') {
    for (const carrier of ['email', 'sms'] as const)
      if (carriers[carrier].name === 'local') log.warn(`no carrier for ${carrier} is configured: messages stay in the local outbox`);
  }
  const reports = `${house.env.appUrl}${reportsPath(house.secret)}`;
  const says =
    carriers.sms.name === 'local' ? [] : [`Delivery reports of Africa's Talking go to ${reports}/delivery, those who opt out to …/opt_out`];
  return { says, close: async () => void (await Promise.all([carriers.email.close(), carriers.sms.close()])) };
}
