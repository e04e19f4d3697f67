import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

/** Of an SMS the end is cut: the sum comes first. */
export const bankStatementTexts: Partial<EventTexts> = {
  'payment.waiting': ({ sum, count, lines, account }) => ({
    heading: m.payment_mail_waiting_heading({ sum, account }),
    message: m.payment_mail_waiting_message({ count, lines, account }),
  }),
  'payment.differs': ({ sum, account, day }) => ({
    heading: m.payment_mail_differs_heading({ sum }),
    message: m.payment_mail_differs_message({ account, day: longDate(day) }),
  }),
};
