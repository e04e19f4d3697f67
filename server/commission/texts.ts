import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
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
  'commission.rule_starts': ({ terms, day }) => ({
    heading: m.commission_mail_rule_starts_heading({ day: formatLongDate(day) }),
    message: m.commission_mail_rule_starts_message({ terms }),
  }),
  'commission.rule_ends': ({ terms, day }) => ({
    heading: m.commission_mail_rule_ends_heading({ day: formatLongDate(day) }),
    message: m.commission_mail_rule_ends_message({ terms }),
  }),
  'commission.back': ({ sum, home, code }) => ({
    heading: m.commission_mail_back_heading({ sum }),
    message: m.commission_mail_back_message({ home, code }),
  }),
};
