import { isBlank, type ParseResult, readDay, readStartDay } from '#contract/importer/parsers.ts';
import { addDays, addMonths } from '#contract/time/days.ts';

/** The last day of the lease. A month alone means its last day; "monthly", "open" and a dash mean no end. */
export function readLeaseEndDay(text: string): ParseResult<string> {
  const bare = text.trim();
  if (isBlank(bare) || /month\s*(?:to|-)\s*month|monthly|periodic|open|rolling|mwezi/i.test(bare)) return { value: null };
  const read = readStartDay(bare);
  if (!('value' in read) || read.value === null || /^\d{5}(?:\.\d+)?$/.test(bare)) return read;
  const whole = readDay(bare.replace(/\s+\d{1,2}:\d{2}.*$/, ''));
  return 'value' in whole ? read : { value: addDays(addMonths(read.value, 1), -1) };
}

const address = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
/** The first email address in a cell in lower case; null where there is none. */
export function parseEmailCell(text: string): { readonly value: string | null } | null {
  if (isBlank(text)) return { value: null };
  const [first = ''] = text
    .trim()
    .toLowerCase()
    .split(/[\s,;]+/);
  return address.test(first) && first.length <= 254 ? { value: first } : null;
}
