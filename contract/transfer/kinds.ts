import { reasonOf } from '#contract/daraja/codes.ts';
import type { Rail } from '#contract/wallet/kinds.ts';
import type { ErrorCode } from './errors.ts';

/** What a result code of M-Pesa means for the error desk. */
export function errorOf(code: string): ErrorCode {
  if (code === 'timeout') return 'timeout';
  const reason = reasonOf(code);
  if (reason === 'party' || reason === 'account') return 'bad_account';
  if (reason === 'limit' || reason === 'too_large' || reason === 'too_small') return 'limit';
  if (reason === 'no_balance') return 'insufficient_float';
  return reason === 'duplicate' ? 'duplicate' : 'unknown';
}

/** M-Pesa is asked about an unanswered transfer after so many minutes, then hourly; after a day a person reads the statement. */
const askMinutes = [1, 5, 30] as const;
export const nextAsk = (asked: number): number => askMinutes[asked] ?? 60;
/** The hours each rail has to answer. Only after them may a person record a failure without evidence. */
export const waitHours: Readonly<Record<Rail, number>> = { mpesa: 24, bank: 72 };
export const overAt = (rail: Rail, sentAt: Date): Date => new Date(sentAt.getTime() + waitHours[rail] * 3_600_000);
export const isOver = (rail: Rail, sentAt: Date | null, now: Date): boolean => sentAt !== null && overAt(rail, sentAt) <= now;
