import type { homeCalls } from '#contract/home/calls.ts';
import type { HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { monthEnd, monthStart } from '#contract/time/days.ts';
import { sumCommissionFees } from '#server/commission/service.ts';
import { countInvoices, sumInvoices, sumInvoicesByMonth } from '#server/invoice/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';

/** Money due this month, money collected in it, and overdue money (arrears); the last two equal the totals of their lists. */
export async function readMoneyFigures(ctx: Ctx): Promise<HandlerResult<typeof homeCalls.moneyFigures>> {
  const today = clock.today();
  const of = { from: monthStart(today), to: monthEnd(today) };
  const [year, standing, { came_cents, deposit_cents, held_cents }, fees] = await Promise.all([
    sumInvoicesByMonth(ctx, { z_filter: {} }),
    countInvoices(ctx, { z_filter: {} }),
    sumInvoices(ctx, { z_filter: { came_from: of.from, came_to: of.to } }),
    sumCommissionFees(ctx, { day_from: of.from, day_to: of.to }),
  ]);
  const shown = year.results.map((one) => ({ month: one.month, asked_cents: one.due_cents, came_cents: one.paid_cents }));
  return {
    ...of,
    asked_cents: shown.at(-1)?.asked_cents ?? 0,
    came_cents,
    deposit_cents,
    held_cents,
    fees_cents: fees,
    late_cents: standing.overdue_cents,
    late: standing.overdue,
    months: shown,
  };
}
