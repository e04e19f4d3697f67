import { sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { defineApprovalPurpose } from '#server/approval/service.ts';
import { m } from '#words/messages.js';

/** A reconciliation worksheet: the preparer never signs it. */
export const worksheetApproval = defineApprovalPurpose({
  rule: approvalRules.worksheet,
  table: 'account_worksheet',
  id: 'id',
  askedBy: 'prepared_by',
  askedAt: 'prepared_at',
  pending: (t) => sql`${t('status')} = 'prepared'`,
  ownRequest: { says: m.accounting_refusal_own },
});
