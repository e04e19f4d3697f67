import { timeZone } from '#contract/constants.ts';
import { isDay, startOf } from '#contract/time/days.ts';
import { inLocale } from './locale.ts';

/** A day as the reader writes it; a job of another version may carry other words. */
export const longDate = (day: string): string =>
  !isDay(day) ? day : new Intl.DateTimeFormat(inLocale.current() === 'sw' ? 'sw-KE' : 'en-GB', { dateStyle: 'long', timeZone }).format(startOf(day));
