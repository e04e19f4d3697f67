import type { EventTexts } from '#server/kernel/event-texts.ts';
import { m } from '#words/messages.js';

export const abuseTexts: Partial<EventTexts> = {
  'abuse.new': (p) => ({
    heading: m.mail_abuse_new_heading(),
    message: m.mail_abuse_new_message({ code: p.code }),
    button: m.mail_abuse_button(),
  }),
  'abuse.outcome': (p) => ({
    heading: m.mail_abuse_outcome_heading(),
    message: (p.outcome === 'not_upheld' ? m.mail_abuse_outcome_no : m.mail_abuse_outcome_yes)({ code: p.code, subject: p.subject }),
  }),
};
