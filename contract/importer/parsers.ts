import { stripPhone } from '#contract/kernel/phone-text.ts';
import { type Cents, toCents } from '#contract/money/cents.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { addDays, isPlausibleDay } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

/** The value of a cell. `null` is an empty cell; a problem is shown beside the cell for the user to correct. */
export type ParseResult<T> = { readonly value: T | null } | { readonly problem: Sentence };
export type CellParser<T> = (text: string) => ParseResult<T>;
export const toParsedValue = <T>(given: T | null): ParseResult<T> => ({ value: given });
export const toParseProblem = (why: Sentence) => ({ problem: why });

const blank = /^(?:[-–—./\s]*|n\/?a|nil|none|null|hakuna)$/i;
/** An empty cell, or a dash in it. */
export const isBlank = (text: string): boolean => blank.test(text.trim());
/** A larger amount is a typing error. */
const mostCents = 100_000_000_000;

/** "16,500", "KSh 16.5k", "16 500/=", "16.500,50" and "1.2M" in whole cents. */
export function readMoney(text: string): ParseResult<Cents> {
  if (isBlank(text)) return toParsedValue<Cents>(null);
  const amount = parseMoney(text, true);
  if (amount === null) return toParseProblem(m.unit_cell_amount());
  return amount > mostCents ? toParseProblem(m.unit_cell_amount_large()) : toParsedValue<Cents>(amount);
}

/** Small numbers in words, English and Kiswahili. */
export const numbersByWord: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  moja: 1,
  mbili: 2,
  tatu: 3,
  nne: 4,
  tano: 5,
  sita: 6,
};

/** "2", "2.0", "two", "2 br" and "vyumba 2" as a small whole number. */
export function readCount(text: string, least: number, most: number): ParseResult<number> {
  const bare = text.trim().toLowerCase();
  if (isBlank(bare)) return toParsedValue<number>(null);
  const [, digits] = /^\D{0,12}?(-?\d{1,4})(?:[.,]0+)?(?:\s*[a-z]+\.?(?:\s+[a-z]+)?)?$/.exec(bare) ?? [];
  const number = numbersByWord[bare] ?? (digits === undefined ? Number.NaN : Number(digits));
  if (Number.isNaN(number)) return toParseProblem(m.unit_cell_number());
  return number < least || number > most ? toParseProblem(m.unit_cell_range({ least, most })) : toParsedValue(number);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** 1 to 12 by the first three letters of an English name; 0 for any other word. */
export const getMonthNumber = (word: string): number => months.indexOf(word.slice(0, 3).toLowerCase()) + 1;
const swahili: Readonly<Record<string, number>> = { mac: 3, mei: 5, ago: 8, okt: 10, des: 12 };

/** Days as Kenya writes them, the day first: 1/12/2026, 1 Dec 2026, 2026-12-01. */
export function readDay(text: string): ParseResult<string> {
  const bare = text.trim().toLowerCase();
  if (isBlank(bare)) return toParsedValue<string>(null);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:t.*)?$/.exec(bare);
  const local = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{2}|\d{4})$/.exec(bare);
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[-/.\s]+([a-z]{3})[a-z]*\.?[-/,.\s]+(\d{2}|\d{4})$/.exec(bare);
  const month = named ? (swahili[named[2] ?? ''] ?? getMonthNumber(named[2] ?? '')) : 0;
  const [year, at, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : local
      ? [local[3], local[2], local[1]]
      : named && month > 0
        ? [named[3], String(month), named[1]]
        : [];
  if (!year || !at || !day) return toParseProblem(m.unit_cell_day());
  const whole = `${year.padStart(4, '20')}-${at.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isPlausibleDay(whole) ? toParsedValue(whole) : toParseProblem(m.unit_cell_day());
}

/** Excel counts days from the end of 1899 and takes 1900 for a leap year; Macs once counted from 1904. */
export function toDayFromExcelSerial(serial: number, since1904 = false): string | null {
  const days = Math.floor(serial) + (since1904 ? 1462 : 0);
  if (days < 61 || days > 109_574) return null;
  return addDays('1899-12-30', days);
}

/** A day in the formats above, as Excel's count of days (45292), or as a month alone, which means its first day: "Mar 2021", "03/2021". */
export function readStartDay(text: string): ParseResult<string> {
  const bare = text.trim().toLowerCase();
  const serial = /^\d{5}(?:\.\d+)?$/.test(bare) ? toDayFromExcelSerial(Number(bare)) : null;
  if (serial) return { value: serial };
  const [, word, year] = /^([a-z]{3})[a-z]*\.?[\s,'’/-]*(\d{4}|\d{2})$/.exec(bare) ?? [];
  const [, digits, of] = /^(\d{1,2})[/.-](\d{4})$/.exec(bare) ?? [];
  const month = word ? getMonthNumber(word) : Number(digits ?? 0);
  const whole = `${(year ?? of ?? '').padStart(4, '20')}-${String(month).padStart(2, '0')}-01`;
  if (month > 0 && isPlausibleDay(whole)) return { value: whole };
  return readDay(text.trim().replace(/\s+\d{1,2}:\d{2}.*$/, ''));
}

/** A balance in cents: positive is owed, negative is credit, which people write as "-2,500", "(2,500)" or "2,500 CR". */
export function readBalance(text: string): ParseResult<Cents> {
  const bare = text.trim();
  const credit =
    /^\(.*\)$|\bcr\b|credit|prepaid|paid ahead|advance|overpaid|ziada/i.test(bare) ||
    /^(?:kes|kshs?)?[.\s]*[-−–]\s*(?:kes|kshs?)?[.\s]*\d/i.test(bare);
  const amount = readMoney(
    bare
      .replace(/[()]/g, '')
      .replace(/\b(?:cr|dr|credit|debit|prepaid|paid ahead|advance|overpaid|owes|arrears)\b\.?|ziada/gi, '')
      .replace(/^((?:kes|kshs?)?[.\s]*)[-−–]\s*/i, '$1'),
  );
  if (!('value' in amount) || amount.value === null) return amount;
  return { value: toCents(credit ? -amount.value : amount.value) };
}

/** The first phone number of a cell, with the leading zero Excel removed: 712345678 is 0712345678. The server decides whether it is valid. */
export function findPhone(text: string): string {
  const first =
    text
      .split(/[/,;&]|\bor\b|\band\b|\bau\b/i)
      .map(stripPhone)
      .find((one) => /\d{6}/.test(one)) ?? stripPhone(text);
  const digits = first.replace(/[^\d+]/g, '');
  return /^[17]\d{8}$/.test(digits) ? `0${digits}` : digits;
}
