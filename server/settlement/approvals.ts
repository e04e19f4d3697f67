import { sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { payoutAccountCoolingHours } from '#contract/wallet/kinds.ts';
import { defineApprovalPurpose } from '#server/approval/service.ts';
import { m } from '#words/messages.js';

/** Approval of a payout that staff made or its payee requested. */
export const payoutApproval = defineApprovalPurpose({
  rule: approvalRules.payout,
  table: 'settlement_payment',
  id: 'id',
  askedBy: 'made_by',
  askedAt: 'created_at',
  pending: (t) => sql`${t('status')} = 'draft'`,
  ownRequest: { says: m.settlement_refusal_maker },
  requesterStays: true,
  also: [
    {
      is: ({ userId }, t) => sql`exists (select 1 from payout_account a where a.id = ${t('payout_account_id')} and a.changed_by = ${userId}::bigint
        and a.changed_at > app.now() - make_interval(hours => ${payoutAccountCoolingHours}))`,
      says: m.settlement_refusal_changer,
    },
    // The person who brought money into the wallet does not let it out of it.
    { is: ({ userId }, t) => sql`${userId}::bigint = any (${t('money_handlers')})`, says: m.settlement_refusal_handler },
  ],
});

/** Confirmation of a paid transfer that a person recorded as returned. The list of payout errors shows it, so it is no separate pending task. */
export const returnedPayoutApproval = defineApprovalPurpose({
  rule: approvalRules.returnedPayout,
  table: 'settlement_transaction',
  id: 'id',
  askedBy: 'back_said_by',
  askedAt: 'back_said_at',
  pending: (t) => sql`${t('status')} = 'confirmed' and ${t('back_said_by')} is not null`,
  ownRequest: { says: m.settlement_refusal_back_another, failure: 'conflict' },
});
