import { reasonOf } from '#contract/daraja/codes.ts';
import type { Rail } from '#contract/wallet/kinds.ts';
import type { ErrorCode } from '#contract/wallet/transfer-errors.ts';

export { type ErrorCode, errorCodes } from '#contract/wallet/transfer-errors.ts';

/** What can be done at the desk about a transfer that went wrong. */
export const errorActs = ['retry', 'paid', 'back', 'evidence', 'reverse', 'write_off'] as const;
export type ErrorAct = (typeof errorActs)[number];

/** What a result of M-Pesa means for whoever sits at the desk. */
export function errorOf(code: string): ErrorCode {
  if (code === 'timeout') return 'timeout';
  const reason = reasonOf(code);
  if (reason === 'party' || reason === 'account') return 'bad_account';
  if (reason === 'limit' || reason === 'too_large' || reason === 'too_small') return 'limit';
  if (reason === 'no_balance') return 'insufficient_float';
  return reason === 'duplicate' ? 'duplicate' : 'unknown';
}

/** Of what nobody knows the rail is asked after so many minutes, then hourly; after a day a person looks at the statement. */
export const askMinutes = [1, 5, 30] as const;
/** So long a rail is waited for: M-Pesa is asked, a bank answers by its file. Only then may a person say that nothing arrived without a paper that shows it. */
export const waitHours: Readonly<Record<Rail, number>> = { mpesa: 24, bank: 72 };
export const overAt = (rail: Rail, sentAt: Date): Date => new Date(sentAt.getTime() + waitHours[rail] * 3_600_000);
export const isOver = (rail: Rail, sentAt: Date | null, now: Date): boolean => sentAt !== null && overAt(rail, sentAt) <= now;
export const nextAsk = (asked: number): number => askMinutes[asked] ?? 60;
/** So many failures of one payout, and the platform's heads are told. */
export const alarmAfter = 3;

/** Where a number comes from: each entry of a payee's account falls under one of these. */
export const lineKinds = ['opening', 'gross', 'commission', 'expenses', 'tax', 'sent', 'other'] as const;
export type LineKind = (typeof lineKinds)[number];
const kindsOfJournals: Readonly<Record<string, LineKind>> = {
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
export const lineKindOf = (journalKind: string): LineKind => kindsOfJournals[journalKind] ?? 'other';
export const journalsOf = (kind: LineKind): string[] => Object.keys(kindsOfJournals).filter((journal) => kindsOfJournals[journal] === kind);

/** A payout has a remittance advice once something was sent, and as long as not all of it came back. */
const advised = ['sending', 'paid', 'part_failed'] as const;
const gone = ['failed', 'reversed'] as const;
export const isAdvised = (status: string, transfers: readonly { readonly status: string }[]): boolean =>
  advised.some((one) => one === status) && transfers.some((transfer) => gone.every((one) => one !== transfer.status));
