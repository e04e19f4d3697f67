/** The actions available for a failed or unknown transfer. */
export const payoutErrorActions = ['retry', 'paid', 'back', 'evidence', 'reverse', 'write_off'] as const;
export type PayoutErrorAction = (typeof payoutErrorActions)[number];

/** After this many failures of one payout super admins are notified. */
export const payoutFailureAlarmThreshold = 3;

/** The components of a payout: each entry of a payee's account belongs to one. */
export const payoutLineKinds = ['opening', 'gross', 'commission', 'expenses', 'tax', 'sent', 'other'] as const;
export type PayoutLineKind = (typeof payoutLineKinds)[number];
const kindsOfJournals: Readonly<Record<string, PayoutLineKind>> = {
  money_allocated: 'gross',
  money_unallocated: 'gross',
  money_reversed: 'gross',
  credit_used: 'gross',
  tenancy_active: 'gross',
  deposit_used: 'gross',
  invoice_credited: 'gross',
  commission: 'commission',
  commission_back: 'commission',
  payout_approved: 'sent',
  payout_failed: 'sent',
  payout_found: 'sent',
  payout_charge: 'sent',
};
export const getPayoutLineKind = (journalKind: string): PayoutLineKind => kindsOfJournals[journalKind] ?? 'other';
export const listJournalKindsOfLine = (kind: PayoutLineKind): string[] =>
  Object.keys(kindsOfJournals).filter((journal) => kindsOfJournals[journal] === kind);

/** A payout has a remittance advice once a transfer was sent, unless every transfer failed or was returned. */
const advised = ['sending', 'paid', 'part_failed'] as const;
const gone = ['failed', 'reversed'] as const;
export const isOnRemittanceAdvice = (status: string, transfers: readonly { readonly status: string }[]): boolean =>
  advised.some((one) => one === status) && transfers.some((transfer) => gone.every((one) => one !== transfer.status));
