import { sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { defineApprovalPurpose } from '#server/approval/service.ts';
import { m } from '#words/messages.js';

/** A cash correction: the platform bears a difference between the ledger and a bank account. */
export const cashCorrectionApproval = defineApprovalPurpose({
  rule: approvalRules.cashCorrection,
  table: 'cash_move',
  id: 'id',
  askedBy: 'made_by',
  askedAt: 'created_at',
  pending: (t) => sql`(${t('kind')} = 'correct' and ${t('status')} = 'asked')`,
  ownRequest: { says: m.payment_refusal_second_correction },
});

/** A new bank account of the platform, or a changed number of an existing one. */
export const collectionAccountApproval = defineApprovalPurpose({
  rule: approvalRules.platformAccount,
  table: 'collection_account',
  id: 'id',
  askedBy: 'asked_by',
  askedAt: 'asked_at',
  pending: (t) => sql`${t('asked_at')} is not null`,
  ownRequest: { says: m.payment_refusal_account_second },
});
