import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { formatShortDate } from './format.ts';

/** Formats a date as "5 Nov", or "5 Nov 2025" in another year, for lists that extend beyond the current year. */
export function formatDateOmittingCurrentYear(when: string): string {
  const year = toNairobiDay(when).slice(0, 4);
  return year === clock.today().slice(0, 4) ? formatShortDate(when) : `${formatShortDate(when)} ${year}`;
}
