import { timeZone } from '#contract/constants.ts';
import { localeContext } from '#server/kernel/locale.ts';

type Format = Intl.DateTimeFormatOptions;
const format = (moment: string, options: Format): string => {
  if (Number.isNaN(Date.parse(moment))) return moment;
  const day = new Intl.DateTimeFormat(localeContext.current() === 'sw' ? 'sw-KE' : 'en-GB', { ...options, timeZone }).format(new Date(moment));
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone }).format(new Date(moment));
  return `${day}, ${time.replace(/\s/g, ' ')}`;
};

/**
 * A date and time in Nairobi for a message, in the reader's language. Other text stays unchanged, because a job of another version may contain it.
 */
export const formatMoment = (moment: string): string => format(moment, { dateStyle: 'long' });
/** A short form for SMS: a deadline is near, so it needs no year. */
export const formatShortMoment = (moment: string): string => format(moment, { day: 'numeric', month: 'short' });
