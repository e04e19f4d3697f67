import { buildHeadingPatternColumn, type ColumnPositions, mapColumns, type SheetColumns, toColumnPositions } from '#contract/importer/columns.ts';
import { createCellReader, readTable } from '#contract/importer/csv-table.ts';
import { getMonthNumber } from '#contract/importer/parsers.ts';
import { amountLimits, type Cents, toCents } from '#contract/money/cents.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { type Day, isPlausibleDay } from '#contract/time/days.ts';
import type { StatementColumn } from './kinds.ts';
import { findStatementTemplate } from './templates.ts';

export type StatementColumnPositions = ColumnPositions<StatementColumn>;

/**
 * The columns of a bank or M-Pesa statement in order of precedence. The import guesses them by their headings, and the user can choose them manually.
 */
const statementSheet: SheetColumns<StatementColumn> = {
  reference: buildHeadingPatternColumn(
    /receipt no|tran(s|saction)? (id|ref|no)|^(bank )?ref(erence)?( no| number)?\.?$|cheque no|customer reference/i,
  ),
  day: buildHeadingPatternColumn(/completion time|tran(s|saction)?\.? date|txn date|posting date|^date$|value date|^tarehe/i),
  in: buildHeadingPatternColumn(/paid in|money in|credit|deposit|^in$/i),
  out: buildHeadingPatternColumn(/withdrawn|paid out|money out|debit|withdrawal|^out$/i),
  amount: buildHeadingPatternColumn(/^amount|kiasi/i),
  balance: buildHeadingPatternColumn(/balance|salio/i),
  payer: buildHeadingPatternColumn(/other party|payer|sender|received from|customer name|^name$/i),
  // A bank may write its own account number into such a column, so it is read only in the format of M-Pesa or by a person's choice.
  account: buildHeadingPatternColumn(/(?!)/),
  status: buildHeadingPatternColumn(/^transaction status$/i),
  details: buildHeadingPatternColumn(/details|description|narration|narrative|particulars|remarks|maelezo/i),
};
export const guessStatementColumns = (head: readonly string[]): StatementColumnPositions => toColumnPositions(mapColumns(statementSheet, head));
/** The columns of a known format, or else those guessed by the meaning of their headings. */
export const chooseStatementColumns = (head: readonly string[]): StatementColumnPositions =>
  findStatementTemplate(head)?.columns ?? guessStatementColumns(head);

type ReadStatement = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[]; readonly before: string };
/** The first row that names a day and an amount holds the headings; the rows above it describe the account. */
export function parseStatement(csv: string): ReadStatement | null {
  const isHeading = (found: StatementColumnPositions) => found.day !== undefined && (found.in !== undefined || found.amount !== undefined);
  const table = readTable(csv, { columns: statementSheet, isHeading });
  if (!table) return null;
  const { heads: head, rows, above } = table;
  return {
    head,
    rows: rows.map(({ cells }) => head.map((_, n) => cells[n] ?? '')),
    before: above.map((row) => row.join(' ')).join('\n'),
  };
}

/** 2026-11-17, 17/11/2026, 17-Nov-2026, 17.11.26, each with a time behind it or not; months never come first here. */
export function parseStatementDay(text: string): Day | null {
  const said = text.trim();
  const [, y, mo, d] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(said) ?? [];
  const [, d2, mo2, y2] = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ](\d{4}|\d{2})\b/.exec(said) ?? [];
  const [year, month, day] = y ? [y, mo, d] : [y2?.length === 2 ? `20${y2}` : y2, mo2, d2];
  if (!year || !month || !day) return null;
  const n = /^\d+$/.test(month) ? Number(month) : getMonthNumber(month);
  const found = `${year}-${String(n).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isPlausibleDay(found) ? found : null;
}

/** The time after the date, if the file has one: 10:01, 10:01:44, 1:05 PM. */
function timeIn(text: string): string | null {
  const [, hour, minute, second = '00', half] = /[T ,](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]\.?m\b)?/i.exec(text.trim()) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const h = half ? (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hour);
  return h > 23 || Number(minute) > 59 || Number(second) > 59 ? null : `${String(h).padStart(2, '0')}:${minute}:${second}`;
}
/** The moment in Nairobi time. Null if the file has a date only. */
const momentIn = (text: string): Date | null => {
  const [day, time] = [parseStatementDay(text), timeIn(text)];
  return day && time ? new Date(`${day}T${time}+03:00`) : null;
};

/** M-Pesa writes the payer as masked number and name: 254711***333 - MARY W. */
export function parsePayer(text: string): { readonly name: string; readonly phone: string | null } {
  const [, phone, name] = /^\+?((?:254|0)[17][\d*xX]{6,9})\s*(?:-\s*)?(.*)$/.exec(text.trim()) ?? [];
  return phone === undefined || name === undefined ? { name: text.trim(), phone: null } : { name, phone };
}

/** M-Pesa's description of a payment, with its payer and the typed account number: Pay Bill from 2547***111 - JOHN DOE Acc. A6. */
const paybill = /pay ?bill\b.*? from (.+?) acc\. *(.{1,20}?)\s*$/i;
/** The description of a bank line. The payer's name ends where other text begins: EFT FROM JANE WAMBUI REF 12, RTGS B/O ACME LTD/INV 4. */
const sender =
  /\b(?:from|b\/o|by order of|sender)[: ]+([a-z][a-z'. -]{2,60}?)(?= +(?:acc|a\/c|ref|for|rent|inv|tcy|hse|house|unit|via|to|on)\b|[^a-z'. -]|$)/i;

export type ParsedStatementLine = {
  readonly day: Day | null;
  readonly at: Date | null;
  /** Positive for money in, negative for money out. */
  readonly cents: Cents | null;
  readonly reference: string;
  readonly details: string;
  readonly payer: string;
  /** The account number that the payer typed, if the file has a column for it. */
  readonly account: string;
  /** M-Pesa lists transactions that it did not complete. They are no movements of money. */
  readonly failed: boolean;
  /** A reversal, with the reference it reverses if the line names one. */
  readonly reversal: boolean;
  /** The running balance after the line, if the statement shows it. */
  readonly balance: Cents | null;
};
const money = (text: string): number | null => {
  const bare = text
    .replace(/^\s*[-(]|\)\s*$/g, '')
    .replace(/\s*\b[cd]r\.?\s*$/i, '')
    .trim();
  if (bare === '' || bare === '-') return null;
  return parseMoney(bare);
};
const negative = (text: string): boolean => /^\s*[-(]/.test(text) || /\bdr\b/i.test(text);

const signed = (text: string): Cents | null => {
  const sum = money(text);
  return sum === null || sum > amountLimits.price ? null : toCents(negative(text) ? -sum : sum);
};

export function parseStatementLine(cells: readonly string[], columns: StatementColumnPositions): ParsedStatementLine {
  const cell = createCellReader(cells, columns);
  const [incoming, outgoing, either] = [money(cell('in')), money(cell('out')), money(cell('amount'))];
  const sum = incoming
    ? negative(cell('in'))
      ? -incoming
      : incoming
    : outgoing
      ? -outgoing
      : either === null
        ? null
        : negative(cell('amount'))
          ? -either
          : either;
  const failed = cell('status') !== '' && !/^completed$/i.test(cell('status').trim());
  return {
    day: parseStatementDay(cell('day')),
    at: momentIn(cell('day')),
    // An amount above this limit is a misread column or a typing error.
    cents: failed || sum === null || sum === 0 || Math.abs(sum) > amountLimits.charge ? null : toCents(sum),
    reference: cell('reference').slice(0, 80),
    details: cell('details').slice(0, 300),
    payer: (cell('payer') || (paybill.exec(cell('details'))?.[1] ?? sender.exec(cell('details'))?.[1]?.trim() ?? '')).slice(0, 120),
    account: cell('account').trim().slice(0, 60),
    failed,
    reversal: /revers/i.test(cell('details')),
    balance: signed(cell('balance')),
  };
}

/** Statements name their account. A statement that names another number belongs to another account. */
export function isStatementForAccount(before: string, number: string): boolean {
  const digits = number.replace(/\D/g, '');
  const named = [...before.matchAll(/\b\d[\d -]{4,18}\d\b/g)]
    .map(([found]) => found.replace(/\D/g, ''))
    .filter((one) => one.length >= 6 && !/^(19|20)\d{6}$/.test(one));
  return digits.length < 5 || named.length === 0 || named.some((one) => one === digits || one.endsWith(digits) || digits.endsWith(one));
}

/** The words before an account number. `no` counts only alone, or between such a word and digits: ACC NO 12345, ACCNO12345. */
const before = /\b(?:acc(?:ount|t)?|a\/c)(?:\.?\s*(?:no|number)\b|(?:no|number)(?=\d)|(?![a-z]))/;
/** Groups of digits, one word with a digit in it, or the next word. Text after a number, such as a name or a purpose, is not part of it. */
const typed = /(\d[\d -]{2,18}\d(?![a-z0-9])|(?=[a-z-]*\d)[a-z0-9-]{4,20}|[a-z0-9 -]{4,20})/;
const account = new RegExp(`${before.source}[\\s:.#-]*${typed.source}`, 'i');
/** A Makao code with a character that no code has, or with one too few or too many. A word that begins like a code has no digit in it. */
const slipped = /\b(?:TCY|INV|BKG)-?(?=[A-Z]*\d)[A-Z0-9]{5,9}\b/i;
/** The account number that the payer typed, if the text of a line contains it. */
export const findAccountNumber = ({
  details,
  reference,
  account_text = '',
}: Pick<ParsedStatementLine, 'details' | 'reference'> & { readonly account_text?: string }): string => {
  if (account_text !== '') return account_text;
  const said = `${details} ${reference}`;
  const ours = /\b(?:TCY|INV|BKG)-?[2-9A-HJKMNP-Z]{6,8}\b/i.exec(said)?.[0];
  return (ours ?? paybill.exec(details)?.[2] ?? account.exec(details)?.[1] ?? slipped.exec(said)?.[0] ?? '').trim();
};
