import { type RawBuilder, sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { type ApprovalPurpose, defineApprovalPurpose, type PurposeApprovalBlocker } from '#server/approval/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { ScopeColumn } from '#server/kernel/scope.ts';
import { m } from '#words/messages.js';

const asked = { table: 'refund', id: 'id', askedBy: 'asked_by', askedAt: 'asked_at' } as const;
const ownRequest = { says: m.payment_refusal_second };

/** The people who brought a payment in or handled it do not decide about its refund (migration 20261214_4601). */
const handled = (payment: (t: ScopeColumn) => RawBuilder<unknown>): PurposeApprovalBlocker => ({
  is: ({ userId }, t) => sql<boolean>`${userId}::bigint = any (app.payment_handlers(${payment(t)}))`,
  says: m.payment_refusal_refund_handler,
});

/** Only platform staff decide about refunds of client money; a company may request them. */
export const clientRefundApproval = defineApprovalPurpose({
  rule: approvalRules.clientRefund,
  ...asked,
  pending: (t) => sql`(${t('status')} = 'asked' and (select p.fund from payment p where p.id = ${t('payment_id')}) = 'C')`,
  ownRequest,
  otherRole: m.payment_refusal_platform,
  requesterStays: true,
  also: [handled((t) => t('payment_id'))],
});
/** A refund of money that a company holds is approved by another person of that company, or of the platform. */
export const companyRefundApproval = defineApprovalPurpose({
  rule: approvalRules.companyRefund,
  ...asked,
  pending: (t) => sql`(${t('status')} = 'asked' and (select p.fund from payment p where p.id = ${t('payment_id')}) <> 'C')`,
  ownRequest,
});
export const getRefundApproval = (fund: string): ApprovalPurpose => (fund === 'C' ? clientRefundApproval : companyRefundApproval);
/** Whether platform staff decide about refunds of this fund, and the caller is one of them. */
export const canPlatformCallerDecideRefund = ({ me }: Pick<Ctx, 'me'>, fund: string): boolean =>
  fund !== 'C' || approvalRules.clientRefund.needs.only.some((role) => role === me.role);

/** A refund that a person reported as failed is sent again, paid by hand or cancelled by another person. It is approved already, so this is no task on the home page. */
export const refundResendApproval = defineApprovalPurpose({
  rule: approvalRules.refundResend,
  table: 'refund_transfer',
  id: 'id',
  askedBy: 'settled_by',
  askedAt: 'settled_at',
  pending: (t) => sql`${t('status')} = 'failed'`,
  ownRequest: { says: m.payment_refusal_refund_under_way, failure: 'conflict' },
  also: [handled((t) => sql`(select r.payment_id from refund r where r.id = ${t('refund_id')})`)],
});
