import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { refundCalls } from '#contract/refund/calls.ts';
import { isAwaitingApprovalSql } from '#server/approval/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { countTabs, getOpenTabCount, hasDayRange, isInDayRangeSql, readPage } from '#server/lists/list.ts';
import { clientRefundApproval, companyRefundApproval } from './approvals.ts';
import { selectRefundRows, toRefundResponses } from './refund-shape.ts';

type Calls = typeof refundCalls;

/** Whether a transfer of the refund failed, is unknown or is disputed. Such refunds come first for staff. */
const isStuck = sql<boolean>`exists (select 1 from refund_transfer t where t.refund_id = refund.id and (t.disputed_at is not null
  or refund.status = 'approved' and t.status in ('unknown', 'failed')))`;

export function filterRefunds(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listRefunds']>['z_filter']>) {
  let query = from(ctx, 'refund');
  if (f.status) query = query.where('refund.status', '=', f.status);
  if (f.waiting)
    query = query.where((eb) => eb.or([isAwaitingApprovalSql(ctx, clientRefundApproval), isAwaitingApprovalSql(ctx, companyRefundApproval)]));
  return hasDayRange(f) ? query.where(isInDayRangeSql('refund.asked_at', f)) : query;
}
export async function listRefunds(
  ctx: Ctx,
  { z_filter: wanted, tabs, ...at }: HandlerInput<Calls['listRefunds']>,
): Promise<HandlerResult<Calls['listRefunds']>> {
  const found = (f = wanted ?? {}) => filterRefunds(ctx, f);
  const counted = await countTabs(tabs, () => found({ ...wanted, status: undefined }), sql`refund.status`);
  const { rows, count } = await readPage(found(), at, (query) =>
    query.select('refund.id').orderBy(sql`refund.status = 'asked' desc, ${isStuck} desc, refund.id desc`),
  );
  const ids = rows.map((row) => row.id);
  const full = ids.length === 0 ? [] : await selectRefundRows(ctx).where('refund.id', 'in', ids).execute();
  const byId = new Map((await toRefundResponses(ctx, full)).map((row) => [row.id, row]));
  return {
    results: ids.flatMap((id) => byId.get(id) ?? []),
    count: getOpenTabCount(counted, wanted?.status) ?? count,
    ...counted,
  };
}
