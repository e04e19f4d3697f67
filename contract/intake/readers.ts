import { barePhone } from '#contract/kernel/phone-text.ts';
import { type Cents, cents } from '#contract/money/cents.ts';
import { isMeant } from '#contract/time/days.ts';
import { type Read, readDay, readMoney, readOccupied } from '#contract/unit/readers.ts';
import { dayOfSerial } from './xlsx.ts';

/** What a sheet brings along and nobody sees, or what turns the letters around it. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** "VACANT", "Empty - being painted" and "wazi" where a tenant should stand say that nobody lives there; anything else is a name. */
export function readTenant(text: string): { name: string } | { vacant: true } | null {
  const name = text.replace(unseen, ' ').replace(/\s+/g, ' ').trim();
  if (/^[-–—./\s]*$/.test(name) || /^(?:n\/?a|nil|none)$/i.test(name)) return null;
  const said = readOccupied(name);
  return 'value' in said && said.value === false && !/^(?:no|n|0)$/i.test(name) ? { vacant: true } : { name };
}

/** What is owed in cents: + owed, − paid ahead, which people write as "-2,500", "(2,500)" or "2,500 CR". */
export function readBalance(text: string): Read<Cents> {
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
  return { value: cents(credit ? -amount.value : amount.value) };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Days as everywhere, Excel's count of days (45292), and months alone: "Mar 2021", "03/2021" are their first day. */
export function readSince(text: string): Read<string> {
  const bare = text.trim().toLowerCase();
  const serial = /^\d{5}(?:\.\d+)?$/.test(bare) ? dayOfSerial(Number(bare)) : null;
  if (serial) return { value: serial };
  const [, word, year] = /^([a-z]{3})[a-z]*\.?[\s,'’/-]*(\d{4}|\d{2})$/.exec(bare) ?? [];
  const [, digits, of] = /^(\d{1,2})[/.-](\d{4})$/.exec(bare) ?? [];
  const month = word ? months.indexOf(word) + 1 : Number(digits ?? 0);
  const whole = `${(year ?? of ?? '').padStart(4, '20')}-${String(month).padStart(2, '0')}-01`;
  if (month > 0 && isMeant(whole)) return { value: whole };
  return readDay(text.trim().replace(/\s+\d{1,2}:\d{2}.*$/, ''));
}

/** The first number of a cell, with the nought Excel took away: 712345678 is 0712345678. Whether it can exist the server says. */
export function phoneIn(text: string): string {
  const first =
    text
      .split(/[/,;&]|\bor\b|\band\b|\bau\b/i)
      .map(barePhone)
      .find((one) => /\d{6}/.test(one)) ?? barePhone(text);
  const digits = first.replace(/[^\d+]/g, '');
  return /^[17]\d{8}$/.test(digits) ? `0${digits}` : digits;
}
