import { getResultCodeReason } from '#contract/daraja/codes.ts';
import type { PayoutRailKind } from '#contract/wallet/kinds.ts';
import type { TransferErrorCode } from './errors.ts';

/** Translates an M-Pesa result code for the error list. */
export function toTransferErrorCode(code: string): TransferErrorCode {
  if (code === 'timeout') return 'timeout';
  const reason = getResultCodeReason(code);
  if (reason === 'party' || reason === 'account') return 'bad_account';
  if (reason === 'limit' || reason === 'too_large' || reason === 'too_small') return 'limit';
  if (reason === 'no_balance') return 'insufficient_float';
  return reason === 'duplicate' ? 'duplicate' : 'unknown';
}

/** M-Pesa is queried about an unanswered transfer after these minutes, then hourly; after a day a person reads the statement. */
const askMinutes = [1, 5, 30] as const;
export const getMinutesToNextQuery = (asked: number): number => askMinutes[asked] ?? 60;
/** The hours each rail has to answer. Only after them may a person record a failure without evidence. */
export const transferResponseHours: Readonly<Record<PayoutRailKind, number>> = { mpesa: 24, bank: 72 };
export const getTransferResponseDeadline = (rail: PayoutRailKind, sentAt: Date): Date =>
  new Date(sentAt.getTime() + transferResponseHours[rail] * 3_600_000);
export const isTransferResponseOverdue = (rail: PayoutRailKind, sentAt: Date | null, now: Date): boolean =>
  sentAt !== null && getTransferResponseDeadline(rail, sentAt) <= now;
