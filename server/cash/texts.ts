import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const cashTexts: Partial<EventTexts> = {
  'payment.cash_banked': ({ sum, code, day, account }) => ({
    heading: m.cash_mail_banked_heading({ sum, code }),
    message: m.cash_mail_banked_message({ sum, account, day: formatLongDate(day) }),
  }),
  'payment.deposit_withdrawn': ({ sum, code, reason }) => ({
    heading: m.cash_mail_withdrawn_heading({ sum, code }),
    message: m.cash_mail_withdrawn_message({ code, reason }),
  }),
};
