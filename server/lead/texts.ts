import { formatPhone } from '#contract/kernel/phone-text.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const leadTexts = withSmsTexts(
  {
    'lead.new': ({ name, title, phone, message }) => ({ heading: m.lead_mail_new_heading({ name }), message: asked(name, title, phone, message) }),
    'lead.assigned': ({ name, phone }) => ({
      heading: m.lead_mail_assigned_heading(),
      message: phone ? m.lead_mail_assigned_message({ name, phone: formatPhone(phone) }) : m.lead_mail_assigned_hidden_message({ name }),
    }),
  },
  {
    'lead.new': ({ name, phone, title }) =>
      phone ? m.lead_sms_new({ name, phone: formatPhone(phone), title }) : m.lead_sms_new_hidden({ name, title }),
  },
);

/** The phone number is included only if the visitor may be called. */
function asked(name: string, title: string, phone?: string, message?: string) {
  if (phone && message) return m.lead_mail_new_message({ name, phone: formatPhone(phone), title, message });
  if (phone) return m.lead_mail_new_plain_message({ name, phone: formatPhone(phone), title });
  return message ? m.lead_mail_new_hidden_message({ name, title, message }) : m.lead_mail_new_hidden_plain_message({ name, title });
}
