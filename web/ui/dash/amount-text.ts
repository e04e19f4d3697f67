import { type Cents, isWhole, most, toShillings } from '#contract/money/cents.ts';
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
  if (whole && !isWhole(cents)) return refused(m.shell_money_whole());
  if (cents > most[upTo]) return refused(m.shell_money_most({ sum: kes(most[upTo]) }));
  return { shillings: toShillings(cents), problem: '' };
}

/** What stands in a field after somebody changed what was shown in it: its commas were ours and go, those of what came in between are theirs and count. */
export function changedText(shown: string, given: string): string {
  const most = Math.min(shown.length, given.length);
  let before = 0;
  while (before < most && shown[before] === given[before]) before += 1;
  let behind = 0;
  while (behind < most - before && shown.at(-1 - behind) === given.at(-1 - behind)) behind += 1;
  const ours = (text: string): string => text.replaceAll(',', '');
  const end = given.length - behind;
  return ours(given.slice(0, before)) + given.slice(before, end) + ours(given.slice(end));
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
