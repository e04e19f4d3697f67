import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
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
  'abuse.assigned': (p) => ({
    heading: m.mail_abuse_assigned_heading(),
    message: m.mail_abuse_assigned_message({ code: p.code, subject: p.subject }),
    button: m.mail_abuse_button(),
  }),
  'abuse.about_you': (p) => ({
    heading: m.mail_abuse_about_you_heading(),
    message: m.mail_abuse_about_you_message({ subject: p.subject }),
    button: m.mail_abuse_answer_button(),
  }),
  'abuse.answered': (p) => ({ heading: m.mail_abuse_answered_heading(), message: m.mail_abuse_answered_message({ code: p.code }) }),
  'abuse.decided': (p) => ({
    heading: m.mail_abuse_decided_heading(),
    message: (p.outcome === 'not_upheld' ? m.mail_abuse_decided_no : m.mail_abuse_decided_yes)({ subject: p.subject }),
    button: m.mail_abuse_decided_button(),
  }),
  'abuse.appealed': (p) => ({
    heading: m.mail_abuse_appealed_heading(),
    message: m.mail_abuse_appealed_message({ code: p.code }),
    button: m.mail_abuse_button(),
  }),
  'abuse.appeal_decided': (p) => ({
    heading: m.mail_abuse_appeal_decided_heading(),
    message: (p.outcome === 'lifted' ? m.mail_abuse_appeal_lifted : m.mail_abuse_appeal_kept)({ subject: p.subject }),
  }),
};
