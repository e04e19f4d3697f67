import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongMonth } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const meterTexts = withSmsTexts(
  {
    'meter.queried': (p) => ({
      heading: m.meter_mail_queried_heading({ home: p.home }),
      message: m.meter_mail_queried_message({ home: p.home, month: formatLongMonth(p.month), text: p.text }),
    }),
    'meter.answered': (p) => ({
      heading: m.meter_mail_answered_heading({ home: p.home }),
      message: (p.outcome === 'corrected' ? m.meter_mail_corrected_message : m.meter_mail_stands_message)({
        home: p.home,
        month: formatLongMonth(p.month),
        text: p.text,
      }),
    }),
  },
  {
    'meter.answered': ({ home, month, outcome }) =>
      (outcome === 'corrected' ? m.meter_sms_corrected : m.meter_sms_confirmed)({ home, month: formatLongMonth(month) }),
  },
);
