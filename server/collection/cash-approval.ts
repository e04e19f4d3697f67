import { sql } from 'kysely';
import { approvals } from '#contract/approval/purposes.ts';
import { approvalPurpose } from '#server/approval/service.ts';
import { m } from '#words/messages.js';

/**
 * Cash whose payer gave no code: another person of the company whose rent it is looks at the evidence, or the platform. An agent who earns on it does
 * not.
 */
export const cashApproval = approvalPurpose({
  rule: approvals.cashWithoutCode,
  ...{ table: 'payment', id: 'id', askedBy: 'recorded_by', askedAt: 'created_at' },
  pending: (t) => sql`(${t('how')} = 'cash' and ${t('status')} = 'pending')`,
  ownRequest: { says: m.payment_refusal_own_cash },
  also: [
    {
      is: ({ companyId }, t) => (companyId === null ? sql`false` : sql`${t('company_id')} is distinct from ${companyId}::bigint`),
      says: m.payment_refusal_own_cash,
    },
  ],
});
