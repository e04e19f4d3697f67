import { sql } from 'kysely';
import { buildLedgerAccountKey, ledgerAccountKinds } from '#contract/ledger/accounts.ts';
import { addMonths, type Day, monthOf, monthStart } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import type { FundAccount } from './post-journals.ts';

export type MonthlyChanges = { readonly opening: number; readonly months: { readonly month: string; readonly cents: number }[] };
type Row = { readonly month: Day; readonly cents: number; readonly total: boolean };

/**
 * The changes of an account by month of posting, on its normal side, from the month of `first` to that of `last`, and the balance before: from the
 * stored totals of closed months, and the entries since.
 */
export async function readMonthlyChanges(ctx: Ctx, [fund, account]: FundAccount, first: Day, last: Day): Promise<MonthlyChanges> {
  const { rows } = await sql<Row>`
    with a as (select id from ledger_account where key = ${buildLedgerAccountKey(fund, account)} and ${visibleTo('ledger_account', ctx.me)}), closed as (select max(month) as month from ledger_period)
    select t.month, t.dr - t.cr as cents, true as total from a join ledger_period_total t on t.account_id = a.id and ${visibleTo('ledger_period_total', ctx.me, 't')}
    union all select e.month, sum(case when e.dr = a.id then e.cents else -e.cents end)::bigint, false from closed, a join journal_entry e on e.dr = a.id or e.cr = a.id
      where (closed.month is null or e.month > closed.month) and ${visibleTo('journal_entry', ctx.me, 'e')} group by e.month`.execute(ctx.db);
  const sign = ledgerAccountKinds[account.code].side === 'credit' ? -1 : 1;
  const totals = rows.filter(({ total }) => total).toSorted((a, b) => (a.month < b.month ? -1 : 1));
  const changes = [
    ...totals.map(({ month, cents }, n) => ({ month, cents: sign * (cents - (totals[n - 1]?.cents ?? 0)) })),
    ...rows.filter(({ total }) => !total).map(({ month, cents }) => ({ month, cents: sign * cents })),
  ];
  const sumOf = (fits: (month: Day) => boolean) => changes.reduce((sum, one) => sum + (fits(one.month) ? one.cents : 0), 0);
  const months: MonthlyChanges['months'] = [];
  for (let month = monthStart(first); month <= last; month = addMonths(month, 1))
    months.push({ month: monthOf(month), cents: sumOf((one) => one === month) });
  return { opening: sumOf((one) => one < monthStart(first)), months };
}
