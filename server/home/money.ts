import { sql } from 'kysely';
import type { homeCalls } from '#contract/home/calls.ts';
import type { Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { monthEnd, monthStart } from '#contract/time/days.ts';
import { counts, months, sums } from '#server/invoice/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';

/** What fell due this month, what was collected in it as the list of those paid on its days has it, and what is late as that list has it. */
export async function money(ctx: Ctx): Promise<Result<typeof homeCalls.money>> {
  const today = clock.today();
  const of = { from: monthStart(today), to: monthEnd(today) };
  const [year, standing, { came_cents, deposit_cents, held_cents }, fees] = await Promise.all([
    months(ctx, { z_filter: {} }),
    counts(ctx, { z_filter: {} }),
    sums(ctx, { z_filter: { came_from: of.from, came_to: of.to } }),
    feesOf(ctx),
  ]);
  const shown = year.results.map((one) => ({ month: one.month, asked_cents: one.due_cents, came_cents: one.paid_cents }));
  return {
    ...of,
    ...{ asked_cents: shown.at(-1)?.asked_cents ?? 0, came_cents, deposit_cents, held_cents, fees_cents: fees },
    ...{ late_cents: standing.overdue_cents, late: standing.overdue, months: shown },
  };
}

/** What others took of the company's money this month: the platform, and the agent it works with. What it earned itself is no fee. */
async function feesOf(ctx: Ctx): Promise<number | null> {
  const { companyId, grants } = ctx.me;
  if (companyId === null || !grants.has('commission.read')) return null;
  const row = await from(ctx, 'commission')
    .select(sql<number>`coalesce(sum(commission.amount_cents + commission.tax_cents), 0)::bigint`.as('cents'))
    .where('commission.company_id', '=', companyId)
    .where('commission.beneficiary', '<>', 'dealer')
    .where('commission.source', '=', 'allocation')
    .where(sql<boolean>`commission.beneficiary_company_id is distinct from commission.company_id`)
    .where('commission.happened_on', '>=', monthStart(clock.today()))
    .executeTakeFirstOrThrow();
  return Number(row.cents);
}
