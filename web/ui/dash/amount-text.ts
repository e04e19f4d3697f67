import { type Cents, most, toShillings } from '#contract/money/cents.ts';
import { group, kes } from '#contract/money/format.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { m } from '#words/messages.js';

/** What a field for money holds: shillings, or '' where it is empty or holds no amount. */
export type Shillings = number | '';
export type Bounds = { readonly upTo: keyof typeof most; readonly whole: boolean };
/** What a text says, and why it is refused; a text that is refused says nothing. */
export type AmountRead = { readonly shillings: Shillings; readonly problem: string };

const refused = (problem: string): AmountRead => ({ shillings: '', problem });
const minus = /^[\s\p{Sc}a-z.]*[-−–]\s*[\d.]/iu;

/** The one reading of a typed or pasted amount: as it stands, or refused with the reason. Nothing in it is dropped, rounded or moved. */
export function readAmount(text: string, { upTo, whole }: Bounds): AmountRead {
  if (text.trim() === '') return { shillings: '', problem: '' };
  if (minus.test(text) || /^[-−–]$/.test(text.trim())) return refused(m.shell_money_minus());
  const cents: Cents | null = parseMoney(text);
  if (cents === null) return refused(m.shell_money_wrong());
  if (whole && cents % 100 !== 0) return refused(m.shell_money_whole());
  if (cents > most[upTo]) return refused(m.shell_money_most({ sum: kes(most[upTo]) }));
  return { shillings: toShillings(cents), problem: '' };
}

/** How an amount stands in its field, grouped to be read; a nought makes room for who comes to type. */
export function amountText(shillings: number | string | undefined, typing: boolean): string {
  if (shillings === undefined || shillings === '' || !Number.isFinite(Number(shillings))) return '';
  const [digits = '', behind] = Number(shillings)
    .toFixed(Number.isInteger(Number(shillings)) ? 0 : 2)
    .split('.');
  if (typing && Number(shillings) === 0) return '';
  return `${group(digits)}${behind === undefined ? '' : `.${behind}`}`;
}
