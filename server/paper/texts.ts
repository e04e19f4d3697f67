import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

export const paperTexts: Partial<EventTexts> = {
  'document.expiring': ({ name, home, date, days }) => ({
    heading: Number(days) > 0 ? m.paper_mail_expiring_heading({ name }) : m.paper_mail_over_heading({ name }),
    message: m.paper_mail_expiring_message({ name, home, date: formatLongDate(date) }),
  }),
  'document.asked': ({ name, home, reason }) => ({
    heading: reason ? m.paper_mail_rejected_heading({ name }) : m.paper_mail_asked_heading({ name }),
    message: reason ? m.paper_mail_rejected_message({ name, home, reason }) : m.paper_mail_asked_message({ name, home }),
  }),
};
