import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { confirmBookingByPayment, lockBooking } from '#server/booking/service.ts';
import { processAbandonedRows, processDueRows, runEachTask } from '#server/jobs/due-rows.ts';
import type { JobHandlers } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { findAbandonedRunVoids, processRunVoid } from './corrections/void-run.ts';
import { issueOpeningBalanceInvoice } from './event-handlers.ts';
import { chargeLateFees, countDueLateFees } from './late-fees/fees.ts';
import { notifyInvoiceIssued } from './notify.ts';
import { countDueInvoiceReminders, sendInvoiceReminders } from './reminders.ts';
import { isInvoiceOpen } from './rows.ts';
import { readPaymentsReceived } from './runs/paper.ts';
import { countDueInvoices, issueDueInvoices, processInvoiceRun, readInvoiceRunFailures } from './runs/run.ts';

/** Invoices the opening balances (arrears) of tenancies imported before today, whose import can no longer be undone. */
async function openings(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`/* unscoped: scheduled job bills imported arrears */
    select t.id from tenancy t where t.import_id is not null and (t.opening ->> 'balance_cents')::bigint > 0 and t.status in ('active', 'expired')
      and app.day(t.created_at) < app.today() and not exists (select 1 from invoice i where i.tenancy_id = t.id and i.once_key = 'opening:' || t.id) order by t.id`.execute(
    db,
  );
  return processDueRows(db, rows, (tx, { id }) => issueOpeningBalanceInvoice(asClock(tx), id, true));
}

/** Confirms bookings that were frozen when their invoice was paid and that Makao has unfrozen since. */
async function confirmPaid(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number;
    invoice_id: number;
    paid_cents: number;
    paid_on: string | null;
  }>`/* unscoped: scheduled job maintains paid invoices */
    select b.id, i.id as invoice_id, i.paid_cents, i.paid_on::text as paid_on from invoice i join booking b on b.id = i.booking_id
    where i.kind = 'move_in' and i.status = 'paid' and b.status = 'await_payment' and b.stage <> 'frozen' order by b.id`.execute(db);
  return processDueRows(db, rows, async (tx, { id, invoice_id, paid_cents, paid_on }) => {
    const ctx = asClock(tx);
    await lockBooking(ctx, id);
    const how = (await readPaymentsReceived(ctx, Number(invoice_id))).at(-1)?.how ?? 'credit';
    await confirmBookingByPayment(ctx, id, { cents: Number(paid_cents), on: paid_on ?? clock.today(), how });
  });
}

/** Resumes runs that no worker processes, because the worker was killed or its job was abandoned. */
async function takeUpRuns(db: Db): Promise<void> {
  const rows = await unscopedTable(db, 'invoice_run', 'scheduled job continues invoice runs')
    .select()
    .select('id')
    .where('finished_at', 'is', null)
    .where(sql<boolean>`started_at < app.now() - interval '15 minutes'`)
    .orderBy('id')
    .execute();
  await processAbandonedRows(rows, ({ id }) => processInvoiceRun(db, id));
  await processAbandonedRows(await findAbandonedRunVoids(db), ({ id }) => processRunVoid(db, id));
}

/** Logs the tenancies that failed in a run, once each. They do not stop the others. */
async function logFailed({ database, log }: RunningServices, runId: number | null): Promise<void> {
  const failed = await readInvoiceRunFailures(database.db, runId);
  if (failed.length > 0) log.error({ failed }, 'invoices of a run could not be created');
}

/** Runs early in the morning: issues invoices that are due soon, charges late fees and sends reminders. */
export const invoiceJobs = (services: RunningServices): readonly ScheduledJob[] => [
  {
    name: 'invoice.issue',
    cron: '0 6 * * *',
    dryRun: countDueInvoices,
    run: (db) => runEachTask([() => openings(db), () => issueDueInvoices(db).finally(() => logFailed(services, null))]),
  },
  { name: 'invoice.late_fees', cron: '20 6 * * *', run: chargeLateFees, dryRun: countDueLateFees },
  { name: 'invoice.remind', cron: '40 6 * * *', run: sendInvoiceReminders, dryRun: countDueInvoiceReminders },
  { name: 'invoice.sweep', everyMinutes: 15, run: (db) => runEachTask([() => confirmPaid(db), () => takeUpRuns(db)]) },
];

export const invoiceJobHandlers = (services: RunningServices): Pick<JobHandlers, 'invoice.run' | 'invoice.void_run' | 'invoice.issued'> => ({
  'invoice.run': ({ runId }) => processInvoiceRun(services.database.db, runId).finally(() => logFailed(services, runId)),
  'invoice.void_run': ({ runId }) => processRunVoid(services.database.db, runId),
  /** Announces invoices that a run issued, each in its own transaction. A repeat notifies no payer twice. */
  'invoice.issued': async ({ ids }) => {
    const { db } = services.database;
    const rows = await unscopedTable(db, 'invoice', 'notifications of the invoices that a run issued')
      .select()
      .select(['id', 'status'])
      .where('id', 'in', [...ids])
      .orderBy('id')
      .execute();
    await processDueRows(db, rows.filter(isInvoiceOpen), async (tx, { id }) => {
      const ctx = asClock(tx);
      await publishEvent(ctx, 'invoice.issued', { invoiceId: id });
      await notifyInvoiceIssued(ctx, id);
    });
  },
});
