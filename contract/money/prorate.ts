import { addMonths, type Day, daysCounted, daysInMonth, monthEnd, monthStart } from '#contract/time/days.ts';
import { type Cents, portion, sum } from './cents.ts';

const earlier = (a: Day, b: Day): Day => (a < b ? a : b);

/** What a monthly amount comes to for the days from the first to the last, both counted, by the actual days of each month. */
export function prorate(monthly: number, first: Day, last: Day): Cents {
  const parts: Cents[] = [];
  for (let from = first; from <= last; from = addMonths(monthStart(from), 1))
    parts.push(portion(monthly, daysCounted(from, earlier(monthEnd(from), last)), daysInMonth(from)));
  return sum(parts);
}
