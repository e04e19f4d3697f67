import { sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { defineApprovalPurpose } from '#server/approval/service.ts';
import { m } from '#words/messages.js';

/** Approval of a manual adjustment of a wallet. */
export const walletCorrectionApproval = defineApprovalPurpose({
  rule: approvalRules.walletCorrection,
  table: 'wallet_adjustment',
  id: 'id',
  askedBy: 'asked_by',
  askedAt: 'created_at',
  pending: (t) => sql`${t('status')} = 'asked'`,
  ownRequest: { says: m.wallet_refusal_second },
  requesterStays: true,
});
