import { z } from 'zod';
import { monthChecklistLabels } from '#contract/accounting/labels.ts';
import { MonthChecklistLine, type monthCloseCalls } from '#contract/accounting/month-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { monthSchema } from '#contract/ledger/month.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { Month } from '#contract/time/days.ts';
import { defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongMonth } from '#server/kernel/long-date.ts';
import { add, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { assertLedgerChecksPass, checkAndCloseLedgerMonth, listPeriods, reopenLedgerMonth } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { countOpenItems, hasGrown, isDueLater, listOpenLines, readChecklistLines } from './checklist.ts';

type Calls = typeof monthCloseCalls;
/** The id of a month in a request: 202703 is March 2027. */
const idOf = (month: Month): number => Number(month.replace('-', ''));

/** The checklist as it was when the month was closed; null for months that were closed before checklists were stored. */
async function readStoredLines(ctx: Ctx, month: Month): Promise<MonthChecklistLine[] | null> {
  const row = await from(ctx, 'month_checklist').select('lines').where('month', '=', `${month}-01`).orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row ? z.array(MonthChecklistLine).parse(row.lines) : null;
}

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
  const stored = period?.closed_at ? await readStoredLines(ctx, month) : null;
  const lines = stored ?? (await readChecklistLines(ctx, month));
  return {
    month,
    closed_at: period?.closed_at ?? null,
    closed_by: period?.closed_by ?? null,
    may_close: period?.may_close ?? false,
    may_reopen: isLastClosed,
    request: await findOpenRequest(ctx, 'monthClose', idOf(month)),
    lines,
    stored: stored !== null,
    open: countOpenItems(lines),
  };
}

/**
 * The request contains the lines of the checklist, which the second person reads. The ledger checks run before it is made, because a month with a
 * failed check cannot be closed, and again at the approval.
 */
export const requestMonth =
  (services: RunningServices) =>
  async (ctx: Ctx, { month, reopen, reason }: HandlerInput<Calls['requestMonth']>): Promise<HandlerResult<Calls['requestMonth']>> => {
    const { may_close, may_reopen, open, lines } = await readMonthChecklist(ctx, { month });
    if (reopen && !may_reopen) throw new Refusal('conflict', m.ledger_refusal_reopen());
    if (!reopen && !may_close) throw new Refusal('conflict', m.accounting_refusal_close());
    if (!reopen) await assertLedgerChecksPass(services)(ctx);
    return requestApproval(ctx, 'monthClose', {
      subjectId: idOf(month),
      params: { month, reopen, open: reopen ? 0 : open, lines: reopen ? [] : lines },
      reason,
    });
  };

const amountOf = (cents: number | null): string => (cents === null ? '' : formatKesPlain(cents, true));
/** Every line of the checklist for the second person: a tax with its balance, any other with its open items and their amount. */
const listDetails = (lines: readonly MonthChecklistLine[]) =>
  lines.map(({ key, count, cents }) => ({
    label: monthChecklistLabels[key](),
    value: isDueLater(key) ? amountOf(cents) : [String(count), count > 0 && cents !== null ? `(${amountOf(cents)})` : ''].filter(Boolean).join(' '),
  }));
const sayLine = ({ key, count, cents }: MonthChecklistLine): string =>
  `${monthChecklistLabels[key]()} ${count}${cents === null ? '' : ` (${amountOf(cents)})`}`;
/** Closing or reopening a month, by two people. On approval no line of the checklist may be worse than the one that was requested. */
export const monthCloseAct = defineRequestedAct({
  params: z.object({ month: monthSchema, reopen: z.boolean(), open: z.number(), lines: z.array(MonthChecklistLine).default([]) }),
  document: 'ledger',
  describe: ({ month: asked, reopen, open, lines }) => {
    const month = formatLongMonth(asked);
    if (reopen) return m.accounting_act_reopen({ month });
    const items = listOpenLines(lines).map(sayLine).join('; ');
    return items ? m.accounting_act_close_items({ month, items }) : m.accounting_act_close({ month, count: open });
  },
  details: ({ lines }) => listDetails(lines),
  page: ({ month }) => ({ screen: 'accounting.list', params: {}, query: `tab=months&month=${month}` }),
  execute: async (ctx, { month, reopen, lines: before }, { asked_by }, services) => {
    if (reopen) return reopenLedgerMonth(ctx, month);
    const lines = await readChecklistLines(ctx, month);
    if (hasGrown(before, lines)) throw new Refusal('conflict', m.accounting_refusal_grown());
    await checkAndCloseLedgerMonth(services)(ctx, { month });
    await add(ctx, 'month_checklist')
      .values({ month: `${month}-01`, lines: JSON.stringify(lines), requested_by: asked_by, closed_by: ctx.me.userId })
      .execute();
  },
});
