import { shownPhone } from '#contract/kernel/phone-text.ts';
import type { EventTexts } from '#server/kernel/event-texts.ts';
import { m } from '#words/messages.js';

export const leadTexts: Partial<EventTexts> = {
  'lead.new': (p) => ({
    heading: m.lead_mail_new_heading({ name: p.name }),
    message: p.message
      ? m.lead_mail_new_message({ name: p.name, phone: shownPhone(p.phone), title: p.title, message: p.message })
      : m.lead_mail_new_plain_message({ name: p.name, phone: shownPhone(p.phone), title: p.title }),
  }),
  'lead.assigned': (p) => ({
    heading: m.lead_mail_assigned_heading(),
    message: m.lead_mail_assigned_message({ name: p.name, phone: shownPhone(p.phone) }),
  }),
};
