import { clock } from '#contract/time/clock.ts';
import { type Day, type Month, monthEnd } from '#contract/time/days.ts';

/** When a month's meters are read, where nobody says otherwise: on its last day, or today while it lasts. */
export const usualDay = (month: Month): Day => {
  const [end, today] = [monthEnd(`${month}-01`), clock.today()];
  return end < today ? end : today;
};
