import { sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { defineApprovalPurpose } from '#server/approval/service.ts';
import { m } from '#words/messages.js';

/** The collection mode of a company: whether Makao holds its money in trust, or the company collects itself. */
export const moneyModeApproval = defineApprovalPurpose({
  rule: approvalRules.moneyMode,
  table: 'ledger_book',
  id: 'company_id',
  askedBy: 'asked_by',
  askedAt: 'asked_at',
  pending: (t) => sql`${t('asked_mode')} is not null`,
  ownRequest: { says: m.ledger_refusal_second },
});
