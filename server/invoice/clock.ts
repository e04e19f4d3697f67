import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { bookingHeld, confirmedByMoney } from '#server/booking/service.ts';
import { eachDue, eachLeft, oneByOne } from '#server/jobs/each-due.ts';
import type { Handlers } from '#server/jobs/queue.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { chargeLate, feesWaiting } from './fees.ts';
import { openingOf } from './follows.ts';
import { remind, remindersWaiting } from './remind.ts';
import { isOpen } from './rows.ts';
import { paymentsOf } from './runs/paper.ts';
import { dueCount, failedIn, issueDue, workOnRun } from './runs/run.ts';
import { tellIssued } from './tell.ts';

/** Tenancies of a sheet that was brought before today: what was owed in them is asked for, now that the sheet is not taken back any more. */
async function openings(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`/* all: the clock asks for what was brought along */
    select t.id from tenancy t where t.import_id is not null and (t.opening ->> 'balance_cents')::bigint > 0 and t.status in ('active', 'expired')
      and app.day(t.created_at) < app.today() and not exists (select 1 from invoice i where i.tenancy_id = t.id and i.once_key = 'opening:' || t.id) order by t.id`.execute(
    db,
  );
  return eachDue(db, rows, (tx, { id }) => openingOf(atClock(tx), id, true));
}

/** Paid while its booking was frozen: it is confirmed once the platform has let it go. */
async function confirmPaid(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number;
    invoice_id: number;
    paid_cents: number;
    paid_on: string | null;
  }>`/* all: the clock looks after what was paid */
    select b.id, i.id as invoice_id, i.paid_cents, i.paid_on::text as paid_on from invoice i join booking b on b.id = i.booking_id
    where i.kind = 'move_in' and i.status = 'paid' and b.status = 'await_payment' and b.stage <> 'frozen' order by b.id`.execute(db);
  return eachDue(db, rows, async (tx, { id, invoice_id, paid_cents, paid_on }) => {
    const ctx = atClock(tx);
    await bookingHeld(ctx, id);
    const how = (await paymentsOf(ctx, Number(invoice_id))).at(-1)?.how ?? 'credit';
    await confirmedByMoney(ctx, id, { cents: Number(paid_cents), on: paid_on ?? clock.today(), how });
  });
}

/** A run nobody works on any more: its worker was killed, or its job given up on. */
async function takeUpRuns(db: Db): Promise<void> {
  const rows = await everything(db, 'invoice_run', 'the clock goes on with runs')
    .select()
    .select('id')
    .where('finished_at', 'is', null)
    .where(sql<boolean>`started_at < app.now() - interval '15 minutes'`)
    .orderBy('id')
    .execute();
  await eachLeft(rows, ({ id }) => workOnRun(db, id));
}

/** A tenancy that could not be worked out keeps nobody else from theirs; it is said once, with whose it is. */
async function logFailed({ database, log }: House, runId: number | null): Promise<void> {
  const failed = await failedIn(database.db, runId);
  if (failed.length > 0) log.error({ failed }, 'invoices of a run could not be made');
}

/** Before anybody is at work: what is due soon is asked for, what is late costs what was agreed, and who has to pay is reminded. */
export const invoiceJobs = (house: House): readonly Job[] => [
  {
    ...{ name: 'invoice.issue', cron: '0 6 * * *', dryRun: dueCount },
    run: (db) => oneByOne([() => openings(db), () => issueDue(db).finally(() => logFailed(house, null))]),
  },
  { name: 'invoice.late_fees', cron: '20 6 * * *', run: chargeLate, dryRun: feesWaiting },
  { name: 'invoice.remind', cron: '40 6 * * *', run: remind, dryRun: remindersWaiting },
  { name: 'invoice.sweep', everyMinutes: 15, run: (db) => oneByOne([() => confirmPaid(db), () => takeUpRuns(db)]) },
];

export const invoiceHandlers = (house: House): Pick<Handlers, 'invoice.run' | 'invoice.issued'> => ({
  'invoice.run': ({ runId }) => workOnRun(house.database.db, runId).finally(() => logFailed(house, runId)),
  /** What a run issued: each is told and known to whoever follows in a transaction of its own; a repeat reaches nobody twice. */
  'invoice.issued': async ({ ids }) => {
    const { db } = house.database;
    const rows = await everything(db, 'invoice', 'what a run issued is told')
      .select()
      .select(['id', 'status'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
    await eachDue(db, rows.filter(isOpen), async (tx, { id }) => {
      const ctx = atClock(tx);
      await happened(ctx, 'invoice.issued', { invoiceId: id });
      await tellIssued(ctx, id);
    });
  },
});
