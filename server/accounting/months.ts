import { sql } from 'kysely';
import { z } from 'zod';
import { type MonthChecklistKey, monthChecklistKeys } from '#contract/accounting/kinds.ts';
import type { MonthChecklist, monthCloseCalls } from '#contract/accounting/month-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { monthSchema } from '#contract/ledger/month.ts';
import { sumCents } from '#contract/money/cents.ts';
import { type Month, monthEnd } from '#contract/time/days.ts';
import { defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { listReconcilableAccounts } from '#server/bank-statement/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { countPendingTask } from '#server/kernel/pending-tasks.ts';
import { from } from '#server/kernel/scoped.ts';
import { checkAndCloseLedgerMonth, listPeriods, reopenLedgerMonth, trialBalance } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof monthCloseCalls;
/** The id of a month in a request: 202703 is March 2027. */
const idOf = (month: Month): number => Number(month.replace('-', ''));
/** Taxes are due after the month, so they are shown and do not count as open. */
const dueLater: readonly MonthChecklistKey[] = ['vat', 'tax'];

type Open = { readonly count: number; readonly cents: number };
const sumOpen = async (query: { executeTakeFirst(): Promise<{ count: number; cents: number | null } | undefined> }): Promise<Open> => {
  const row = await query.executeTakeFirst();
  return { count: row?.count ?? 0, cents: row?.cents ?? 0 };
};
const counted = [sql<number>`count(*)::int`.as('count'), sql<number | null>`sum(cents)::bigint`.as('cents')] as const;

/** Transfers of payouts and refunds whose result is unknown. */
async function readUnknownTransfers(ctx: Ctx): Promise<Open> {
  const payouts = await sumOpen(from(ctx, 'settlement_transaction').where('status', '=', 'unknown').select(counted));
  const refunds = await sumOpen(from(ctx, 'refund_transfer').where('status', '=', 'unknown').select(counted));
  return { count: payouts.count + refunds.count, cents: payouts.cents + refunds.cents };
}
/** Companies that hold client money as cash. */
const countCashHolders = async (ctx: Ctx): Promise<number> =>
  (
    await from(ctx, 'ledger_account')
      .innerJoin('ledger_total', 'ledger_total.account_id', 'ledger_account.id')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('ledger_account.fund', '=', 'C')
      .where('ledger_account.code', '=', ledgerAccounts.cashInHand)
      .whereRef('ledger_total.dr', '<>', 'ledger_total.cr')
      .executeTakeFirstOrThrow()
  ).count;
async function countUnsignedAccounts(ctx: Ctx, month: Month): Promise<number> {
  const signed = await from(ctx, 'account_worksheet')
    .select('account_id')
    .where('day', '=', monthEnd(`${month}-01`))
    .where('status', '=', 'signed')
    .execute();
  const known = new Set(signed.map(({ account_id }) => account_id));
  return (await listReconcilableAccounts(ctx.db)).filter(({ id }) => !known.has(id)).length;
}

async function readLines(ctx: Ctx, month: Month): Promise<MonthChecklist['lines']> {
  const last = monthEnd(`${month}-01`);
  const { rows } = await trialBalance(ctx, { from: `${month}-01`, to: last });
  const balance = (...codes: readonly number[]) =>
    sumCents(rows.filter(({ fund, code }) => fund !== 'M' && codes.includes(code)).map((row) => row.closing_cents));
  const unknown = await readUnknownTransfers(ctx);
  const exceptions = (await countPendingTask(ctx, 'doubts')).count + (await countPendingTask(ctx, 'payoutErrors')).count;
  const [vat, tax] = [balance(ledgerAccounts.platformTaxPayable), balance(ledgerAccounts.withholdingTaxPayable)];
  const of: Readonly<Record<MonthChecklistKey, { readonly count: number; readonly cents: number | null }>> = {
    unallocated: { count: (await countPendingTask(ctx, 'suspense')).count, cents: balance(ledgerAccounts.unallocatedReceipts) },
    unknown,
    exceptions: { count: exceptions, cents: null },
    cash: { count: await countCashHolders(ctx), cents: balance(ledgerAccounts.cashInHand) },
    unreconciled: { count: await countUnsignedAccounts(ctx, month), cents: null },
    vat: { count: vat === 0 ? 0 : 1, cents: vat },
    tax: { count: tax === 0 ? 0 : 1, cents: tax },
  };
  return monthChecklistKeys.map((key) => ({ key, ...of[key] }));
}
const countOpen = (lines: MonthChecklist['lines']): number => lines.reduce((sum, { key, count }) => sum + (dueLater.includes(key) ? 0 : count), 0);

/** The month in the list of months; months before the first journal are not in it. */
async function readPeriod(ctx: Ctx, month: Month) {
  const { results } = await listPeriods(ctx, { page: 1, page_size: 100 });
  const last = results.find(({ closed_at }) => closed_at !== null);
  return { period: results.find((one) => one.month === month), isLastClosed: last?.month === month };
}

export async function readMonthChecklist(
  ctx: Ctx,
  { month }: HandlerInput<Calls['monthChecklist']>,
): Promise<HandlerResult<Calls['monthChecklist']>> {
  const { period, isLastClosed } = await readPeriod(ctx, month);
  const lines = await readLines(ctx, month);
  return {
    ...{ month, closed_at: period?.closed_at ?? null, closed_by: period?.closed_by ?? null },
    ...{ may_close: period?.may_close ?? false, may_reopen: isLastClosed },
    ...{ request: await findOpenRequest(ctx, 'monthClose', idOf(month)), lines, open: countOpen(lines) },
  };
}

/** The request contains the number of open items, which the second person reads. */
export async function requestMonth(
  ctx: Ctx,
  { month, reopen, reason }: HandlerInput<Calls['requestMonth']>,
): Promise<HandlerResult<Calls['requestMonth']>> {
  const { may_close, may_reopen, open } = await readMonthChecklist(ctx, { month });
  if (reopen && !may_reopen) throw new Refusal('conflict', m.ledger_refusal_reopen());
  if (!reopen && !may_close) throw new Refusal('conflict', m.accounting_refusal_close());
  return requestApproval(ctx, 'monthClose', { subjectId: idOf(month), params: { month, reopen, open: reopen ? 0 : open }, reason });
}

/** Closing or reopening a month, by two people. On approval the checklist may not be worse than the one that was requested. */
export const monthCloseAct = defineRequestedAct({
  params: z.object({ month: monthSchema, reopen: z.boolean(), open: z.number() }),
  document: 'ledger',
  describe: ({ month, reopen, open }) => (reopen ? m.accounting_act_reopen({ month }) : m.accounting_act_close({ month, count: open })),
  page: () => ({ screen: 'accounting.list', params: {} }),
  execute: async (ctx, { month, reopen, open }, _, services) => {
    if (reopen) return reopenLedgerMonth(ctx, month);
    if (countOpen(await readLines(ctx, month)) > open) throw new Refusal('conflict', m.accounting_refusal_grown());
    await checkAndCloseLedgerMonth(services)(ctx, { month });
  },
});
