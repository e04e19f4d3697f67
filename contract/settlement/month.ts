import { lineKindOf } from './kinds.ts';

/** What a month of a wallet is made of, in the order it is read: a payout's own parts, and what those call other by its name. */
export const monthParts = ['gross', 'commission', 'expenses', 'tax', 'bought', 'put_by', 'set_off', 'adjusted', 'other', 'fee', 'sent'] as const;
export type MonthPart = (typeof monthParts)[number];

const others: Readonly<Record<string, MonthPart>> = {
  bought: 'bought',
  bought_back: 'bought',
  top_up: 'put_by',
  set_off: 'set_off',
  adjustment: 'adjusted',
};
type Entry = { readonly kind: string /** It paid at once what was owed. */; readonly set_off: boolean };
export function partOf({ kind, set_off }: Entry): MonthPart {
  if (set_off) return 'set_off';
  const line = lineKindOf(kind);
  return line === 'other' || line === 'opening' ? (others[kind] ?? 'other') : line;
}
