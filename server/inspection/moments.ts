import { timeZone } from '#contract/constants.ts';
import { inLocale } from '#server/kernel/locale.ts';

/** A moment as a letter says it: day and hour in Nairobi, in the reader's language; a job of another version may carry other words. */
export const momentText = (moment: string): string =>
  Number.isNaN(Date.parse(moment))
    ? moment
    : new Intl.DateTimeFormat(inLocale.current() === 'sw' ? 'sw-KE' : 'en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
        new Date(moment),
      );
