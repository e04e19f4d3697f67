import { timeZone } from '#contract/constants.ts';
import { isDay, startOfDay } from '#contract/time/days.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';

/** A month in the reader's language. Other text stays unchanged, because a job of another version may contain it. */
const monthText = (day: string): string =>
  !isDay(day)
    ? day
    : new Intl.DateTimeFormat(localeContext.current() === 'sw' ? 'sw-KE' : 'en-GB', { month: 'long', year: 'numeric', timeZone }).format(
        startOfDay(day),
      );

export const meterTexts = withSmsTexts(
  {
    'meter.queried': (p) => ({
      heading: m.meter_mail_queried_heading({ home: p.home }),
      message: m.meter_mail_queried_message({ home: p.home, month: monthText(p.month), text: p.text }),
    }),
    'meter.answered': (p) => ({
      heading: m.meter_mail_answered_heading({ home: p.home }),
      message: (p.outcome === 'corrected' ? m.meter_mail_corrected_message : m.meter_mail_stands_message)({
        home: p.home,
        month: monthText(p.month),
        text: p.text,
      }),
    }),
  },
  {
    'meter.answered': ({ home, month, outcome }) =>
      (outcome === 'corrected' ? m.meter_sms_corrected : m.meter_sms_confirmed)({ home, month: monthText(month) }),
  },
);
