import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { addDays, type Day } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { sumCollectedByUnit } from './collected-totals.ts';
import { filterInvoices } from './lists.ts';

export type UnitTotals = { readonly billed: number; readonly collected: number; readonly arrears: number };
type Period = { readonly companyId: number; readonly from: Day; readonly last: Day };

/** The last due date that counts as overdue: of a past month its last day, of the current month yesterday. */
export const getArrearsDay = (last: Day): Day => {
  const yesterday = addDays(clock.today(), -1);
  return last < yesterday ? last : yesterday;
};

/**
 * A company's period by unit: billed by due date, collected by day of payment, and the balance due today of everything that was due until the end of
 * the period. Each number equals the total of the list of invoices with the same filter.
 */
export async function readUnitTotals(ctx: Ctx, { companyId, from, last }: Period): Promise<Map<number, UnitTotals>> {
  const of = () => filterInvoices(ctx, { company_id: companyId });
  const collected = await sumCollectedByUnit(of(), { from, to: last });
  const rows = await of()
    .where('invoice.status', '<>', 'expired')
    .where('invoice.due_on', '<=', last)
    .select('invoice.unit_id')
    .select(sql<number>`coalesce(sum(invoice.total_cents) filter (where invoice.due_on >= ${from}::date), 0)::bigint`.as('billed'))
    .select(sql<number>`coalesce(sum(invoice.open_cents) filter (where invoice.due_on <= ${getArrearsDay(last)}::date), 0)::bigint`.as('arrears'))
    .groupBy('invoice.unit_id')
    .execute();
  const known = new Map(rows.map((row) => [row.unit_id, row]));
  const totals = new Map<number, UnitTotals>();
  for (const id of new Set([...known.keys(), ...collected.keys()])) {
    const { billed = 0, arrears = 0 } = known.get(id) ?? {};
    const one = { billed: Number(billed), arrears: Number(arrears), collected: collected.get(id) ?? 0 };
    if (one.billed !== 0 || one.arrears !== 0 || one.collected !== 0) totals.set(id, one);
  }
  return totals;
}
