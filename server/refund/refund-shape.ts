import { sql } from 'kysely';
import type { RefundDetails } from '#contract/refund/shape.ts';
import { findOpenRequest, isAwaitingApprovalSql } from '#server/approval/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { isCompanyHeadSql } from '#server/people/service.ts';
import { readWalletDebts } from '#server/wallet/service.ts';
import { canPlatformCallerDecideRefund, refundResendApproval } from './approvals.ts';
import { decryptRefundDestination, isDifferentRefundNumber } from './destination.ts';
import { isUnprovenRefundSql } from './rows.ts';
import { computeEarliestRefundFailureTime, getPermittedRefundActions, type RefundSituation } from './state.ts';

const why = 'data of a refund that the caller sees';
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Refunds with the names of requesters and approvers. */
export const selectRefundRows = (ctx: Pick<Ctx, 'db' | 'me'>) =>
  unscopedTable(ctx.db, 'refund', why)
    .select()
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .leftJoin('refund_transfer as t', (on) =>
      on
        .onRef('t.refund_id', '=', 'refund.id')
        .on(sql<boolean>`t.attempt = (select max(x.attempt) from refund_transfer x where x.refund_id = refund.id)`),
    )
    .leftJoin('person as a', 'a.id', 'refund.asked_by')
    .leftJoin('person as d', 'd.id', 'refund.decided_by')
    .leftJoin('company', 'company.id', 'payment.company_id')
    .leftJoin('tenant', 'tenant.id', 'payment.tenant_id')
    .leftJoin('unit', 'unit.id', 'payment.unit_id')
    .leftJoin('property', 'property.id', 'unit.property_id')
    .selectAll('refund')
    .select([
      'payment.payer',
      'company.name as company_name',
      'tenant.name as tenant_name',
      'unit.name as unit_name',
      'property.name as property_name',
    ])
    .select(['t.attempt as t_attempt', 't.status as t_status', 't.error as t_error', 't.result_text as t_said', 't.sent_at as t_sent_at'])
    .select(['t.settled_by as t_settled_by', 't.settled_at as t_settled_at', 't.created_at as t_created_at'])
    .select(isAwaitingApprovalSql(ctx, refundResendApproval, 't').as('t_may_send'))
    .select(isUnprovenRefundSql.as('unproven'))
    .select(
      sql<number | null>`(select x.attempt from refund_transfer x where x.refund_id = refund.id and x.disputed_at is not null limit 1)`.as(
        'disputed',
      ),
    )
    .select('t.id as t_id')
    .select(
      sql<number | null>`(select x.id from refund_transfer x where x.refund_id = refund.id and x.disputed_at is not null limit 1)`.as('disputed_id'),
    )
    .select(['payment.phone_sealed', 'payment.phone_tail'])
    .select(['payment.code as payment_code', 'payment.fund as payment_fund', 'payment.holder_id', 'a.name as asker', 'd.name as decider'])
    .select(
      sql<
        string[]
      >`case when refund.status = 'asked' and payment.fund = 'M' then array(select h.name from person h where h.company_id = refund.company_id and ${isCompanyHeadSql('h')}
        and h.id is distinct from refund.asked_by order by h.id limit 5) else '{}' end`.as('approvers'),
    );
type Shown = Awaited<ReturnType<ReturnType<typeof selectRefundRows>['execute']>>[number];
const sendingOf = (row: Shown): RefundDetails['sending'] =>
  row.t_status === null
    ? null
    : {
        status: row.t_status,
        attempt: row.t_attempt ?? 1,
        error: row.t_error,
        said: row.t_said ?? '',
        at: (row.t_settled_at ?? row.t_sent_at ?? row.t_created_at ?? row.asked_at).toISOString(),
        disputed: row.disputed !== null,
        by_hand: row.t_status === 'failed' && row.t_settled_by !== null,
        failable_at: iso(computeEarliestRefundFailureTime(standingOf(row))),
      };
const standingOf = (row: Shown): RefundSituation => ({
  status: row.status,
  evidence_file_id: row.evidence_file_id,
  disputed: row.disputed,
  last:
    row.t_status === null
      ? null
      : {
          attempt: row.t_attempt ?? 1,
          status: row.t_status,
          sent_at: row.t_sent_at,
          settled_by: row.t_settled_by,
          may_send: row.t_may_send,
        },
});
const toRefund = (
  row: Shown,
  { me }: Pick<Ctx, 'me'>,
  { debt, request }: { readonly debt: RefundDetails['debt']; readonly request: RefundDetails['failure_request'] },
): RefundDetails => ({
  decides: canPlatformCallerDecideRefund({ me }, row.payment_fund),
  fund: row.payment_fund,
  in_hand: row.holder_id !== null,
  id: row.id,
  code: row.code,
  status: row.status,
  cents: row.cents,
  reason: row.reason,
  to: row.to_tail,
  elsewhere: row.to_sealed !== '' && row.holder_id === null && isDifferentRefundNumber(row, decryptRefundDestination(row)),
  asked_by: row.asker,
  asked_at: row.asked_at.toISOString(),
  decided_by: row.decider,
  decided_at: iso(row.decided_at),
  proof: row.proof,
  how: row.paid_how,
  way: row.way,
  unproven: row.unproven,
  sending: sendingOf(row),
  failure_request: request,
  acts: canPlatformCallerDecideRefund({ me }, row.payment_fund)
    ? getPermittedRefundActions(standingOf(row)).filter((act) => request === null || act !== 'failed')
    : [],
  has_evidence: row.evidence_file_id !== null,
  evidence: null,
  own: row.asked_by === me.userId,
  approvers: row.approvers,
  debt,
  payment: { id: row.payment_id, code: row.payment_code },
  payer: row.payer ?? row.tenant_name,
  home: row.unit_name === null ? null : `${row.unit_name}, ${row.property_name}`,
});
/** Only an attempt that is unknown or disputed can be reported as failed. */
async function findFailureRequest(ctx: Ctx, row: Shown): Promise<RefundDetails['failure_request']> {
  const about = row.disputed_id ?? (row.t_status === 'unknown' ? row.t_id : null);
  return about === null || !canPlatformCallerDecideRefund(ctx, row.payment_fund) ? null : findOpenRequest(ctx, 'refundFailure', about);
}
/** Approvers of client money refunds see the company's debt and wallet status. */
export async function toRefundResponses(ctx: Ctx, rows: readonly Shown[]): Promise<RefundDetails[]> {
  const waiting = rows.filter(
    (row) => row.status === 'asked' && row.payment_fund === 'C' && row.holder_id === null && canPlatformCallerDecideRefund(ctx, 'C'),
  );
  const debts = await readWalletDebts(ctx.db, [...new Set(waiting.flatMap((row) => row.company_id ?? []))]);
  const debtOf = (row: Shown): RefundDetails['debt'] => {
    const found = waiting.includes(row) && row.company_id !== null ? debts.get(row.company_id) : undefined;
    return found ? { who: row.company_name ?? '', owes_cents: found.owes, frozen: found.frozen } : null;
  };
  const refunds: RefundDetails[] = [];
  for (const row of rows) refunds.push(toRefund(row, ctx, { debt: debtOf(row), request: await findFailureRequest(ctx, row) }));
  return refunds;
}
