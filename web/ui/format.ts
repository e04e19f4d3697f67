import { groupDigits } from '#contract/money/format.ts';
import { dayMs, nairobiOffsetMs } from '#contract/time/days.ts';
import { getLocale } from '#words/locale.js';

export { formatKes, formatKesShort, formatPinPrice } from '#contract/money/format.ts';

/**
 * Formats of money, dates, phone numbers and counts. Screens use no other formatters. Intl is not used: Node and the browser have different ICU data
 * (a narrow space before PM, "Sept"), and React discards a page whose hydrated text differs from the server's. Kenya has one time offset and no
 * daylight saving time, so Nairobi time is always UTC plus three hours.
 */
export type Locale = 'en' | 'sw';
export type DateInput = string | number | Date;

const MINUS = '\u2212';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const MONTHS: Record<Locale, readonly string[]> = {
  en: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  sw: ['Januari', 'Februari', 'Machi', 'Aprili', 'Mei', 'Juni', 'Julai', 'Agosti', 'Septemba', 'Oktoba', 'Novemba', 'Desemba'],
};
const DAYS: Record<Locale, readonly string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  sw: ['Jumapili', 'Jumatatu', 'Jumanne', 'Jumatano', 'Alhamisi', 'Ijumaa', 'Jumamosi'],
};
/** Kiswahili abbreviates March and some other months differently from the first three letters. */
const SHORT: Record<Locale, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
};

const pad = (n: number) => String(n).padStart(2, '0');

/* ------------------------------------------------------------------ numbers */

/** 1,476. English and Kiswahili use the same thousands separator. */
export const formatCount = (n: number | bigint, _locale?: Locale) => {
  const whole = typeof n === 'bigint' ? n : BigInt(Math.round(n));
  return `${whole < 0n ? MINUS : ''}${groupDigits(String(whole < 0n ? -whole : whole))}`;
};

/** A part as a whole percentage of the total; 0 if the total is 0. */
export const computeWholePercent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 100));

/**
 * 3.6: an average of stars with one decimal. It is rounded half up by hundredths, so that 3.55 is 3.6 as in the database, despite its binary value.
 */
export const formatRating = (average: number): string => (Math.round(Math.round(average * 100) / 10) / 10).toFixed(1);

/* -------------------------------------------------------------------- dates */

interface Parts {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
}

const parts = (when: DateInput): Parts | undefined => {
  const ms = new Date(when).getTime();
  if (Number.isNaN(ms)) return undefined;
  /* A date without a time is a calendar day: midnight UTC plus three hours is still that day. */
  const local = new Date(ms + nairobiOffsetMs);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth(),
    day: local.getUTCDate(),
    weekday: local.getUTCDay(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  };
};

/** An unreadable date gives an empty text, never "Invalid Date". */
const say = (when: DateInput, words: (p: Parts) => string) => {
  const p = parts(when);
  return p ? words(p) : '';
};

const clock = (p: Parts) => `${p.hour % 12 === 0 ? 12 : p.hour % 12}:${pad(p.minute)} ${p.hour < 12 ? 'AM' : 'PM'}`;
const long = (p: Parts, locale: Locale) => `${p.day} ${MONTHS[locale][p.month]} ${p.year}`;

/** 5 November 2026 */
export const formatDate = (when: DateInput, locale: Locale = getLocale()) => say(when, (p) => long(p, locale));
/** 5 Nov. Only for dense tables, with the full date as title. */
export const formatShortDate = (when: DateInput, locale: Locale = getLocale()) => say(when, (p) => `${p.day} ${SHORT[locale][p.month]}`);
/** Thursday, 5 November 2026 */
export const formatWeekday = (when: DateInput, locale: Locale = getLocale()) => say(when, (p) => `${DAYS[locale][p.weekday]}, ${long(p, locale)}`);
/** Nov. Only for the axes of charts. */
export const formatShortMonth = (when: DateInput, locale: Locale = getLocale()) => say(when, (p) => SHORT[locale][p.month] ?? '');
/** November. Used where the year is clear from the context. */
export const formatMonthName = (when: DateInput, locale: Locale = getLocale()) => say(when, (p) => MONTHS[locale][p.month] ?? '');
/** November 2026 */
export const formatMonth = (when: DateInput, locale: Locale = getLocale()) => say(when, (p) => `${MONTHS[locale][p.month]} ${p.year}`);
/** 2:05 PM in both languages, because the Kiswahili clock counts from six and its digits would be misread. */
export const formatTime = (when: DateInput, _locale?: Locale) => say(when, clock);
/** 5 November 2026, 2:05 PM */
export const formatDateTime = (when: DateInput, locale: Locale = getLocale()) => say(when, (p) => `${long(p, locale)}, ${clock(p)}`);
/** 2026-11-05, the day in Nairobi, as the value of date inputs. */
export const toIsoDay = (when: DateInput) => say(when, (p) => `${p.year}-${pad(p.month + 1)}-${pad(p.day)}`);

const AGO: Record<Locale, (n: number, unit: 'minute' | 'hour', past: boolean) => string> = {
  en: (n, unit, past) => (past ? `${n} ${unit}${n === 1 ? '' : 's'} ago` : `in ${n} ${unit}${n === 1 ? '' : 's'}`),
  sw: (n, unit, past) => {
    const noun = unit === 'minute' ? 'dakika' : 'saa';
    return past ? `${noun} ${n} ${n === 1 ? 'iliyopita' : 'zilizopita'}` : `baada ya ${noun} ${n}`;
  },
};
const NOW: Record<Locale, string> = { en: 'just now', sw: 'sasa hivi' };

/**
 * "5 minutes ago" within a day, otherwise the date. `now` has no default, because server and browser must use the same moment. Show formatDateTime()
 * as the title.
 */
export const formatRelative = (when: DateInput, now: DateInput, locale: Locale = getLocale()) => {
  const gap = new Date(when).getTime() - new Date(now).getTime();
  const size = Math.abs(gap);
  if (Number.isNaN(gap)) return '';
  if (size >= dayMs) return formatDate(when, locale);
  if (size < MINUTE) return NOW[locale];
  return size < HOUR ? AGO[locale](Math.floor(size / MINUTE), 'minute', gap < 0) : AGO[locale](Math.floor(size / HOUR), 'hour', gap < 0);
};

/* ------------------------------------------------------------------- phones */

export { formatPhone as phone } from '#contract/kernel/phone-text.ts';

/* ------------------------------------------------------------------- names */

/** The initials of a person without a picture: EN for Esther Njuguna, NK for Njuguna & Kin Ltd. */
export const getInitials = (name: string) =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
