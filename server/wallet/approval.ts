import { sql } from 'kysely';
import { approvals } from '#contract/approval/purposes.ts';
import { approvalPurpose } from '#server/approval/service.ts';
import { m } from '#words/messages.js';

/** A correction of a wallet by hand. */
export const correctionApproval = approvalPurpose({
  rule: approvals.walletCorrection,
  ...{ table: 'wallet_adjustment', id: 'id', askedBy: 'asked_by', askedAt: 'created_at' },
  pending: (t) => sql`${t('status')} = 'asked'`,
  ownRequest: { says: m.wallet_refusal_second },
});
