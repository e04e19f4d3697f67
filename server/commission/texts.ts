import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const commissionTexts: Partial<EventTexts> = {
  'commission.accrued': ({ sum, count }) => ({
    heading: m.commission_mail_accrued_heading({ sum }),
    message: m.commission_mail_accrued_message({ count }),
  }),
  'commission.paid': ({ sum, count, code }) => ({
    heading: m.commission_mail_paid_heading({ sum }),
    message: m.commission_mail_paid_message({ count, code }),
  }),
  'commission.back': ({ sum, home, code }) => ({
    heading: m.commission_mail_back_heading({ sum }),
    message: m.commission_mail_back_message({ home, code }),
  }),
};
