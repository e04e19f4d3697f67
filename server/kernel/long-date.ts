import { timeZone } from '#contract/constants.ts';
import { clock } from '#contract/time/clock.ts';
import { isDay, startOfDay } from '#contract/time/days.ts';
import { localeContext } from './locale.ts';

/** A day in the reader's language. Other text stays unchanged, because a job of another version may contain it. */
export const formatLongDate = (day: string): string =>
  !isDay(day)
    ? day
    : new Intl.DateTimeFormat(localeContext.current() === 'sw' ? 'sw-KE' : 'en-GB', { dateStyle: 'long', timeZone }).format(startOfDay(day));

/** A short form of the day for SMS and subjects: a day within half a year needs no year. */
export function formatShortDate(day: string): string {
  if (!isDay(day)) return day;
  const near = Math.abs(startOfDay(day).getTime() - clock.now().getTime()) < 180 * 86_400_000;
  const format = near ? ({ day: 'numeric', month: 'short' } as const) : ({ dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(localeContext.current() === 'sw' ? 'sw-KE' : 'en-GB', { ...format, timeZone }).format(startOfDay(day));
}

/** A month, given as a month or one of its days, in the reader's language. Other text stays unchanged, because a job of another version may contain it. */
export const formatLongMonth = (month: string): string => {
  const day = month.length === 7 ? `${month}-01` : month;
  return !isDay(day)
    ? month
    : new Intl.DateTimeFormat(localeContext.current() === 'sw' ? 'sw-KE' : 'en-GB', { month: 'long', year: 'numeric', timeZone }).format(
        startOfDay(day),
      );
};
