import { amountLimits, type Cents, isWholeShillings, toShillings } from '#contract/money/cents.ts';
import { formatKes, groupDigits } from '#contract/money/format.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { m } from '#words/messages.js';

/** The value of an amount field: shillings, or '' if the field is empty or contains no valid amount. */
export type ShillingsInput = number | '';
export type AmountBounds = { readonly upTo: keyof typeof amountLimits; readonly whole: boolean };
/** The amount of a text, and the reason if it is rejected; a rejected text has no amount. */
export type ParsedAmountResult = { readonly shillings: ShillingsInput; readonly problem: string };

const refused = (problem: string): ParsedAmountResult => ({ shillings: '', problem });
const minus = /^[\s\p{Sc}a-z.]*[-−–]\s*[\d.]/iu;

/** The only parser of a typed or pasted amount: it is accepted unchanged, or rejected with the reason. No digit is dropped, rounded or moved. */
export function parseTypedAmount(text: string, { upTo, whole }: AmountBounds): ParsedAmountResult {
  if (text.trim() === '') return { shillings: '', problem: '' };
  if (minus.test(text) || /^[-−–]$/.test(text.trim())) return refused(m.shell_money_minus());
  const cents: Cents | null = parseMoney(text);
  if (cents === null) return refused(m.shell_money_wrong());
  if (whole && !isWholeShillings(cents)) return refused(m.shell_money_whole());
  if (cents > amountLimits[upTo]) return refused(m.shell_money_most({ sum: formatKes(amountLimits[upTo]) }));
  return { shillings: toShillings(cents), problem: '' };
}

/** The text of a field after the user edited the displayed text: the commas of the display are removed, those of the inserted text count. */
export function cleanEditedAmountText(shown: string, given: string): string {
  const most = Math.min(shown.length, given.length);
  let before = 0;
  while (before < most && shown[before] === given[before]) before += 1;
  let behind = 0;
  while (behind < most - before && shown.at(-1 - behind) === given.at(-1 - behind)) behind += 1;
  const ours = (text: string): string => text.replaceAll(',', '');
  const end = given.length - behind;
  return ours(given.slice(0, before)) + given.slice(before, end) + ours(given.slice(end));
}

/** The displayed amount of a field, with separators; a zero becomes empty when the user starts to type. */
export function formatFieldAmount(shillings: number | string | undefined, typing: boolean): string {
  if (shillings === undefined || shillings === '' || !Number.isFinite(Number(shillings))) return '';
  const [digits = '', behind] = Number(shillings)
    .toFixed(Number.isInteger(Number(shillings)) ? 0 : 2)
    .split('.');
  if (typing && Number(shillings) === 0) return '';
  return `${groupDigits(digits)}${behind === undefined ? '' : `.${behind}`}`;
}
