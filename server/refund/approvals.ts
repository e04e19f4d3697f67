import { sql } from 'kysely';
import { approvals } from '#contract/approval/purposes.ts';
import { approvalPurpose, type Purpose } from '#server/approval/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

const asked = { table: 'refund', id: 'id', askedBy: 'asked_by', askedAt: 'asked_at' } as const;
const ownRequest = { says: m.payment_refusal_second };

/** What the platform holds is given back by its own people's word alone: a company asks for it. */
export const clientRefundApproval = approvalPurpose({
  rule: approvals.clientRefund,
  ...asked,
  pending: (t) => sql`(${t('status')} = 'asked' and (select p.fund from payment p where p.id = ${t('payment_id')}) = 'C')`,
  ownRequest,
  otherRole: m.payment_refusal_platform,
});
/** What a company holds itself is given back by another person of that company, or of the platform. */
export const companyRefundApproval = approvalPurpose({
  rule: approvals.companyRefund,
  ...asked,
  pending: (t) => sql`(${t('status')} = 'asked' and (select p.fund from payment p where p.id = ${t('payment_id')}) <> 'C')`,
  ownRequest,
});
export const refundApproval = (fund: string): Purpose => (fund === 'C' ? clientRefundApproval : companyRefundApproval);
/** Whether the platform's own people decide about money of a fund, and the caller is one of them. */
export const decides = ({ me }: Pick<Ctx, 'me'>, fund: string): boolean =>
  fund !== 'C' || approvals.clientRefund.needs.only.some((role) => role === me.role);

/** A refund that a person recorded as failed is sent again by another. The refund is approved already, so this is no task on the home. */
export const resendApproval = approvalPurpose({
  rule: approvals.refundResend,
  ...{ table: 'refund_transfer', id: 'id', askedBy: 'settled_by', askedAt: 'settled_at' },
  pending: (t) => sql`${t('status')} = 'failed'`,
  ownRequest: { says: m.payment_refusal_refund_under_way, failure: 'conflict' },
});
