import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { toDecimalText } from '#contract/money/cents.ts';
import { kindNames, statusWords } from '#contract/settlement/labels.ts';
import type { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { exportPart, nairobiTime, rowsOfPart } from '#server/lists/export.ts';
import { asksDays, inDays, pageOf, tabsOf } from '#server/lists/list.ts';
import { headColumns, toHead, visiblePayouts } from './rows.ts';

type Calls = typeof withdrawCalls;
type Filter = NonNullable<HandlerInput<Calls['listOwnPayouts']>['z_filter']>;

/** Payouts of the caller's own company. */
function found(ctx: Ctx, f: Filter) {
  let rows = visiblePayouts(ctx).where('settlement_payment.company_id', '=', ctx.me.companyId);
  if (f.status) rows = rows.where('settlement_payment.status', '=', f.status);
  if (asksDays(f)) rows = rows.where(inDays('settlement_payment.created_at', f));
  return rows;
}

export async function listOwnPayouts(
  ctx: Ctx,
  { page, page_size, tabs, z_filter = {} }: HandlerInput<Calls['listOwnPayouts']>,
): Promise<HandlerResult<Calls['listOwnPayouts']>> {
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q.select([...headColumns]).orderBy('settlement_payment.id', 'desc'),
  );
  // Cancelled and failed payouts are not counted as paid.
  const { paid_cents } = await found(ctx, z_filter)
    .select(sql<number>`coalesce(sum(settlement_payment.net_cents) filter (where settlement_payment.status = 'paid'), 0)::bigint`.as('paid_cents'))
    .executeTakeFirstOrThrow();
  const counts = await tabsOf(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`settlement_payment.status`);
  return { count, paid_cents, results: rows.map((row) => toHead(ctx, row)), ...counts };
}

export async function ownPayoutsCsv(
  ctx: Ctx,
  { z_filter = {}, part }: HandlerInput<Calls['payoutsCsv']>,
): Promise<HandlerResult<Calls['payoutsCsv']>> {
  const { limit, offset } = rowsOfPart(part);
  const rows = await found(ctx, z_filter)
    .select([...headColumns])
    .orderBy('settlement_payment.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return exportPart(
    'payouts.csv',
    rows.map((row) => ({
      ...{
        code: row.code,
        kind: kindNames[row.kind](),
        to: toHead(ctx, row).to,
        amount: toDecimalText(row.net_cents),
        fee: toDecimalText(row.fee_cents),
      },
      ...{ status: statusWords[row.status](), asked_on: nairobiTime(row.created_at), paid_on: nairobiTime(row.paid_at) },
    })),
    part,
  );
}
