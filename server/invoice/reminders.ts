import { sql } from 'kysely';
import { type InvoiceReminderDay, invoiceReminderDays } from '#contract/invoice/kinds.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { countDaysBetween } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import { lockInvoice } from './locks.ts';
import { notifyInvoicePayers, readInvoiceMessageFacts, toInvoiceEventParams } from './notify.ts';
import { isInvoiceOpen } from './rows.ts';

const worked = 20_000;
const latest = invoiceReminderDays.at(-1) ?? 0;

/** The latest reminder due by today. If the scheduler missed days, the earlier ones are skipped. */
const reminderFor = (due_on: string, today: string): InvoiceReminderDay | null =>
  invoiceReminderDays.filter((days) => days <= countDaysBetween(due_on, today)).at(-1) ?? null;

/**
 * Open invoices without a dispute whose reminder is due and not sent. Bookings have their own reminders. Old invoices that never had a reminder get
 * none.
 */
async function toRemind(db: Db): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`/* unscoped: scheduled job sends reminders */
    select i.id from invoice i
    where i.status in ('unpaid', 'active') and i.disputed_at is null and i.kind <> 'move_in' and i.issued_on < app.today()
      and i.due_on between app.today() - ${latest + 7}::int and app.today() + 3
      and exists (select 1 from unnest(${[...invoiceReminderDays]}::int[]) d where d <= app.today() - i.due_on
        and not exists (select 1 from invoice_reminder x where x.invoice_id = i.id and x.days >= d))
    order by i.id limit ${worked}`.execute(db);
  return rows;
}
export const countDueInvoiceReminders = async (db: Db): Promise<number> => (await toRemind(db)).length;

const eventOf = (days: InvoiceReminderDay) => (days < 0 ? 'invoice.due_soon' : days === 0 ? 'invoice.due' : 'invoice.overdue');

export async function sendInvoiceReminders(db: Db): Promise<number> {
  return processDueRows(db, await toRemind(db), async (tx, { id }) => {
    const ctx = asClock(tx);
    const row = await lockInvoice(ctx, id);
    const days = reminderFor(row.due_on, clock.today());
    if (!isInvoiceOpen(row) || row.disputed_at !== null || days === null) return;
    const told = await add(ctx, 'invoice_reminder')
      .values({ invoice_id: id, days })
      .onConflict((oc) => oc.doNothing())
      .returning('days')
      .executeTakeFirst();
    const about = told && (await readInvoiceMessageFacts(ctx, id));
    if (!about) return;
    const params = { ...toInvoiceEventParams(about), sum: formatKesPlain(row.open_cents ?? 0), day: row.due_on };
    const event = eventOf(days);
    if (event === 'invoice.overdue')
      await notifyInvoicePayers(ctx, about, event, { ...params, days: String(countDaysBetween(row.due_on, clock.today())) }, `remind:${days}`);
    else await notifyInvoicePayers(ctx, about, event, params, `remind:${days}`);
  });
}
