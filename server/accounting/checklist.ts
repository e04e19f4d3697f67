import { sql } from 'kysely';
import { type MonthChecklistKey, monthChecklistKeys } from '#contract/accounting/kinds.ts';
import type { MonthChecklistLine } from '#contract/accounting/month-calls.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { sumCents } from '#contract/money/cents.ts';
import { type Day, type Month, monthEnd, monthStart } from '#contract/time/days.ts';
import { listReconcilableAccounts, readAccountReconciliation } from '#server/bank-statement/service.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { trialBalance } from '#server/ledger/service.ts';
import { isAccountInUse } from './account-use.ts';
import { figuresOf, haveFiguresChanged } from './worksheets.ts';

/** Taxes are due after the month, so they are shown and do not count as open. */
const dueLater: readonly MonthChecklistKey[] = ['vat', 'tax'];
export const isDueLater = (key: MonthChecklistKey): boolean => dueLater.includes(key);

type Open = { readonly count: number; readonly cents: number };
const sumOpen = async (query: { executeTakeFirst(): Promise<{ count: number; cents: number | null } | undefined> }): Promise<Open> => {
  const row = await query.executeTakeFirst();
  return { count: row?.count ?? 0, cents: row?.cents ?? 0 };
};
const count = sql<number>`count(*)::int`.as('count');
const summed = [count, sql<number | null>`sum(cents)::bigint`.as('cents')] as const;

/** Client money received up to the day that no tenant or invoice has. */
const readUnallocated = (ctx: Ctx, last: Day): Promise<Open> => {
  const left = sql<number>`(payment.cents - payment.allocated_cents - payment.credited_cents - payment.refunded_cents - payment.spent_cents)`;
  return sumOpen(
    from(ctx, 'payment:managed')
      .where('payment.match', 'in', ['suggested', 'unmatched'])
      .where('payment.status', '=', 'completed')
      .where('payment.fund', '=', 'C')
      .where('payment.how', '<>', 'wallet')
      .where('payment.paid_on', '<=', last)
      .where(left, '>', 0)
      .select([count, sql<number | null>`sum(${left})::bigint`.as('cents')]),
  );
};
/** Transfers of payouts and refunds up to the day whose result is unknown. */
async function readUnknownTransfers(ctx: Ctx, last: Day): Promise<Open> {
  const upTo = sql<boolean>`app.day(coalesce(sent_at, created_at)) <= ${last}::date`;
  const payouts = await sumOpen(from(ctx, 'settlement_transaction').where('status', '=', 'unknown').where(upTo).select(summed));
  const refunds = await sumOpen(from(ctx, 'refund_transfer').where('status', '=', 'unknown').where(upTo).select(summed));
  return { count: payouts.count + refunds.count, cents: payouts.cents + refunds.cents };
}
async function countExceptions(ctx: Ctx, last: Day): Promise<number> {
  const doubts = from(ctx, 'payment_doubt').where('status', '=', 'open').where(sql<boolean>`app.day(payment_doubt.at) <= ${last}::date`);
  const errors = from(ctx, 'settlement_error').where('status', '=', 'open').where(sql<boolean>`app.day(first_at) <= ${last}::date`);
  const all = [await doubts.select(count).executeTakeFirstOrThrow(), await errors.select(count).executeTakeFirstOrThrow()];
  return all.reduce((sum, row) => sum + row.count, 0);
}
/** Client money that companies held as cash at the end of the day and still hold. */
const readCashHeld = (ctx: Ctx, last: Day): Promise<Open> => {
  const since = sql`coalesce((select sum(case when e.dr = ledger_account.id then e.cents else -e.cents end) from journal_entry e join journal j on j.id = e.journal_id
    where (e.dr = ledger_account.id or e.cr = ledger_account.id) and e.month >= ${monthStart(last)}::date and j.value_day > ${last}::date and ${visibleTo('journal', ctx.me, 'j')}), 0)`;
  const held = sql<number>`least(ledger_total.dr - ledger_total.cr, ledger_total.dr - ledger_total.cr - ${since})`;
  return sumOpen(
    from(ctx, 'ledger_account')
      .innerJoin('ledger_total', 'ledger_total.account_id', 'ledger_account.id')
      .where('ledger_account.fund', '=', 'C')
      .where('ledger_account.code', '=', ledgerAccounts.cashInHand)
      .where(held, '>', 0)
      .select([count, sql<number | null>`sum(${held})::bigint`.as('cents')]),
  );
};
/** Accounts in use without a signed worksheet of the day, or whose figures are no longer those that were signed. */
async function countUnreconciledAccounts(ctx: Ctx, last: Day): Promise<number> {
  const signed = await from(ctx, 'account_worksheet').selectAll().where('day', '=', last).where('status', '=', 'signed').execute();
  const sheets = new Map(signed.map((row) => [row.account_id, row]));
  let open = 0;
  for (const account of await listReconcilableAccounts(ctx.db, last)) {
    const sheet = sheets.get(account.id);
    const live = await readAccountReconciliation(ctx.db, account.id, last);
    if (sheet ? haveFiguresChanged(figuresOf(sheet), live) : await isAccountInUse(ctx, account, live)) open += 1;
  }
  return open;
}

/**
 * The items dated up to the end of a month that are open, and their amount. All readers see the same: an admin cannot open
 * every payout, and still has to see that its result is unknown.
 */
export async function readChecklistLines(reader: Pick<Ctx, 'db'>, month: Month): Promise<MonthChecklistLine[]> {
  const ctx = asClock(reader.db, 'the checklist of a month counts the records of all companies');
  const last = monthEnd(`${month}-01`);
  const { rows } = await trialBalance(ctx, { from: `${month}-01`, to: last });
  const due = (code: number): Open => {
    const cents = sumCents(rows.filter((row) => row.fund !== 'M' && row.code === code).map((row) => row.closing_cents));
    return { count: cents === 0 ? 0 : 1, cents };
  };
  const of: Readonly<Record<MonthChecklistKey, { readonly count: number; readonly cents: number | null }>> = {
    unallocated: await readUnallocated(ctx, last),
    unknown: await readUnknownTransfers(ctx, last),
    exceptions: { count: await countExceptions(ctx, last), cents: null },
    cash: await readCashHeld(ctx, last),
    unreconciled: { count: await countUnreconciledAccounts(ctx, last), cents: null },
    vat: due(ledgerAccounts.platformTaxPayable),
    tax: due(ledgerAccounts.withholdingTaxPayable),
  };
  return monthChecklistKeys.map((key) => ({ key, ...of[key] }));
}

const open = (lines: readonly MonthChecklistLine[]) => lines.filter(({ key, count: items }) => items > 0 && !isDueLater(key));
/** The lines with open items, taxes excepted. */
export const listOpenLines = open;
export const countOpenItems = (lines: readonly MonthChecklistLine[]): number => open(lines).reduce((sum, { count: items }) => sum + items, 0);
/** A line with more items or a larger amount than the requester saw: items of one line do not make up for those of another. */
export const hasGrown = (before: readonly MonthChecklistLine[], now: readonly MonthChecklistLine[]): boolean =>
  open(now).some((line) => {
    const was = before.find(({ key }) => key === line.key);
    return line.count > (was?.count ?? 0) || (line.cents ?? 0) > (was?.cents ?? 0);
  });
