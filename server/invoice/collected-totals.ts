import { type SelectQueryBuilder, sql } from 'kysely';
import type { Day } from '#contract/time/days.ts';
import type { DB } from '#server/db/types.gen.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import type { ScopeChecked } from '#server/kernel/scoped-row.ts';

/**
 * Collected money: allocations of payments to invoice lines, by the day of payment, until they are undone. Deposits are separate, because they belong
 * to the tenants. Credit that a credit note returned counts again when it is allocated to another invoice. Home pages, list headers, lists and charts
 * all use this file.
 */
type Invoices = SelectQueryBuilder<DB, 'invoice', ScopeChecked<'invoice'>>;
const collected = () => getLookup('collectedAllocations')();
type Days = { readonly from?: Day | undefined; readonly to?: Day | undefined };
const within = ({ from, to }: Days) =>
  sql<boolean>`true ${from === undefined ? sql`` : sql`and allocation.paid_on >= ${from}::date`} ${to === undefined ? sql`` : sql`and allocation.paid_on <= ${to}::date`}`;
const cents = (which: ReturnType<typeof sql<boolean>>) => sql<number>`coalesce(sum(allocation.cents) filter (where ${which}), 0)::bigint`;
const isDeposit = sql<boolean>`invoice_line.kind = 'deposit'`;
/** Rent paid to Makao before the tenant moves in is held until then. */
const isHeld = sql<boolean>`invoice.fund = 'C' and not coalesce(app.lived_in(tenancy), false)`;

const parts = (invoices: Invoices, days: Days) =>
  invoices
    .innerJoin(collected().as('allocation'), 'allocation.invoice_id', 'invoice.id')
    .innerJoin('invoice_line', 'invoice_line.id', 'allocation.line_id')
    .leftJoin('tenancy', 'tenancy.id', 'invoice.tenancy_id')
    .where(within(days));

/** The collected totals of these invoices in a period. */
export async function sumCollectedInvoices(
  invoices: Invoices,
  days: Days,
): Promise<{ came_cents: number; deposit_cents: number; held_cents: number }> {
  const row = await parts(invoices, days)
    .select([
      cents(sql<boolean>`not ${isDeposit}`).as('came'),
      cents(isDeposit).as('deposit'),
      cents(sql<boolean>`not ${isDeposit} and ${isHeld}`).as('held'),
    ])
    .executeTakeFirstOrThrow();
  return { came_cents: Number(row.came), deposit_cents: Number(row.deposit), held_cents: Number(row.held) };
}

/** The collected totals of a period by unit. */
export async function sumCollectedByUnit(invoices: Invoices, days: Days): Promise<Map<number, number>> {
  const rows = await parts(invoices, days)
    .select(['invoice.unit_id', cents(sql<boolean>`not ${isDeposit}`).as('came')])
    .groupBy('invoice.unit_id')
    .execute();
  return new Map(rows.map((row) => [row.unit_id, Number(row.came)]));
}

/** The collected totals by month, from a day on. */
export async function sumCollectedByMonth(invoices: Invoices, from: Day): Promise<Map<Day, number>> {
  const rows = await parts(invoices, { from })
    .select([sql<Day>`date_trunc('month', allocation.paid_on)::date::text`.as('month'), cents(sql<boolean>`not ${isDeposit}`).as('came')])
    .groupBy(sql`1`)
    .execute();
  return new Map(rows.map((row) => [row.month, Number(row.came)]));
}

/** Limits a query to invoices with a payment in the period. */
export const hasCollectionsSql = (days: Days) =>
  sql<boolean>`invoice.id in (select allocation.invoice_id from ${collected()} allocation where ${within(days)})`;
