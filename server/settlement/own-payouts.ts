import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import { payoutKindLabels, payoutStatusLabels } from '#contract/settlement/labels.ts';
import type { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { countTabs, hasDayRange, isInDayRangeSql, readPage } from '#server/lists/list.ts';
import { payoutSummaryColumns, selectVisiblePayouts, toPayoutSummary } from './rows.ts';

type Calls = typeof withdrawCalls;
type Filter = NonNullable<HandlerInput<Calls['listOwnPayouts']>['z_filter']>;

/** Payouts of the caller's own company. */
function found(ctx: Ctx, f: Filter) {
  let rows = selectVisiblePayouts(ctx).where('settlement_payment.company_id', '=', ctx.me.companyId);
  if (f.status) rows = rows.where('settlement_payment.status', '=', f.status);
  if (hasDayRange(f)) rows = rows.where(isInDayRangeSql('settlement_payment.created_at', f));
  return rows;
}

export async function listOwnPayouts(
  ctx: Ctx,
  { page, page_size, tabs, z_filter = {} }: HandlerInput<Calls['listOwnPayouts']>,
): Promise<HandlerResult<Calls['listOwnPayouts']>> {
  const { rows, count } = await readPage(found(ctx, z_filter), { page, page_size }, (q) =>
    q.select([...payoutSummaryColumns]).orderBy('settlement_payment.id', 'desc'),
  );
  // Cancelled and failed payouts are not counted as paid.
  const { paid_cents } = await found(ctx, z_filter)
    .select(sql<number>`coalesce(sum(settlement_payment.net_cents) filter (where settlement_payment.status = 'paid'), 0)::bigint`.as('paid_cents'))
    .executeTakeFirstOrThrow();
  const counts = await countTabs(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`settlement_payment.status`);
  return { count, paid_cents, results: rows.map((row) => toPayoutSummary(ctx, row)), ...counts };
}

export async function exportOwnPayoutsCsv(
  ctx: Ctx,
  { z_filter = {}, part }: HandlerInput<Calls['payoutsCsv']>,
): Promise<HandlerResult<Calls['payoutsCsv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const rows = await found(ctx, z_filter)
    .select([...payoutSummaryColumns])
    .orderBy('settlement_payment.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return buildCsvExportPart(
    'payouts.csv',
    rows.map((row) => ({
      code: row.code,
      kind: payoutKindLabels[row.kind](),
      to: toPayoutSummary(ctx, row).to,
      amount: toDecimalText(row.net_cents),
      fee: toDecimalText(row.fee_cents),
      status: payoutStatusLabels[row.status](),
      asked_on: formatNairobiTime(row.created_at),
      paid_on: formatNairobiTime(row.paid_at),
    })),
    part,
  );
}
