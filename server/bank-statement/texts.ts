import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate, formatShortDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

/** An SMS is cut at its end, so the amount comes first. */
export const bankStatementTexts = withSmsTexts(
  {
    'payment.waiting': ({ sum, count, lines, account }) => ({
      heading: m.payment_mail_waiting_heading({ sum, account }),
      message: m.payment_mail_waiting_message({ count, lines, account }),
    }),
    'payment.differs': ({ sum, account, day }) => ({
      heading: m.payment_mail_differs_heading({ sum }),
      message: m.payment_mail_differs_message({ account, day: formatLongDate(day) }),
    }),
  },
  {
    'payment.differs': ({ sum, account, day }) => m.payment_sms_differs({ sum, account, day: formatShortDate(day) }),
  },
);
