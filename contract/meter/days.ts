import { clock } from '#contract/time/clock.ts';
import { type Day, type Month, monthEnd } from '#contract/time/days.ts';

/** The default reading day of a month: its last day, or today in the current month. */
export const getDefaultReadingDay = (month: Month): Day => {
  const [end, today] = [monthEnd(`${month}-01`), clock.today()];
  return end < today ? end : today;
};
