import { getPayoutLineKind } from './kinds.ts';

/** The components of a wallet's month in reading order: those of a payout, and the ones a payout sums up as other. */
export const monthStatementParts = [
  'gross',
  'commission',
  'expenses',
  'tax',
  'bought',
  'put_by',
  'set_off',
  'adjusted',
  'other',
  'fee',
  'sent',
] as const;
export type MonthStatementPart = (typeof monthStatementParts)[number];

const others: Readonly<Record<string, MonthStatementPart>> = {
  bought: 'bought',
  bought_back: 'bought',
  top_up: 'put_by',
  set_off: 'set_off',
  adjustment: 'adjusted',
};
type Entry = { readonly kind: string /** It paid a debt at once. */; readonly set_off: boolean };
export function getMonthStatementPart({ kind, set_off }: Entry): MonthStatementPart {
  if (set_off) return 'set_off';
  const line = getPayoutLineKind(kind);
  return line === 'other' || line === 'opening' ? (others[kind] ?? 'other') : line;
}
