import { translateAuditReason } from '#contract/audit/reasons.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate, formatShortDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

/** The date until which a new version can be signed while a unit is reserved for it. */
const settled = (text: string, until: string): string => (until ? `${text} ${m.agreement_mail_settle({ date: formatLongDate(until) })}` : text);

export const agreementTexts = withSmsTexts(
  {
    'contract.invite': (p) => ({
      heading: m.agreement_mail_invite_heading({ home: p.home, date: formatLongDate(p.date) }),
      message: m.agreement_mail_invite_message({ company: p.company, home: p.home, date: formatLongDate(p.date) }),
      button: m.agreement_mail_button(),
    }),
    'contract.reminder': (p) => ({
      heading: m.agreement_mail_reminder_heading({ home: p.home, date: formatLongDate(p.date) }),
      message: m.agreement_mail_reminder_message({ company: p.company, home: p.home, date: formatLongDate(p.date) }),
      button: m.agreement_mail_button(),
    }),
    'contract.signed': (p) => ({
      heading: m.agreement_mail_signed_heading({ name: p.name }),
      message: m.agreement_mail_signed_message({ name: p.name, home: p.home, left: p.left }),
    }),
    'contract.rejected': (p) => ({
      heading: m.agreement_mail_rejected_heading({ name: p.name }),
      message: settled(m.agreement_mail_rejected_message({ home: p.home, reason: p.reason }), p.until),
    }),
    'contract.expired': (p) => ({
      heading: m.agreement_mail_expired_heading({ home: p.home }),
      message: settled(m.agreement_mail_expired_message({ home: p.home, name: p.name }), p.until),
    }),
    'contract.completed': (p) => ({
      heading: m.agreement_mail_completed_heading({ home: p.home }),
      message: m.agreement_mail_completed_message({ home: p.home, code: p.code }),
    }),
    'contract.void': (p) => ({
      heading: m.agreement_mail_void_heading({ home: p.home }),
      message: m.agreement_mail_void_message({ home: p.home, reason: translateAuditReason(p.reason) }),
    }),
    'contract.number_changed': (p) => ({
      heading: m.agreement_mail_number_heading({ name: p.name }),
      message: m.agreement_mail_number_message({ home: p.home, name: p.name, phone: p.phone }),
    }),
    'contract.number_left': (p) => ({
      heading: m.agreement_mail_number_left_heading({ home: p.home }),
      message: m.agreement_mail_number_left_message({ company: p.company, home: p.home, phone: p.phone, help: p.help }),
      button: m.agreement_mail_object_button(),
    }),
    'contract.paper': (p) => ({
      heading: m.agreement_mail_paper_heading({ home: p.home }),
      message: m.agreement_mail_paper_message({ company: p.company, home: p.home }),
      button: m.agreement_mail_paper_button(),
    }),
    'contract.seal_failed': (p) => ({
      heading: m.agreement_mail_seal_heading({ home: p.home }),
      message: m.agreement_mail_seal_message({ home: p.home, code: p.code }),
    }),
  },
  {
    'contract.invite': ({ home, date }) => m.agreement_sms_invite({ home, day: formatShortDate(date) }),
    'contract.reminder': ({ home, date }) => m.agreement_sms_reminder({ home, day: formatShortDate(date) }),
    'contract.signed': ({ name, home, left }) => m.agreement_sms_signed({ name, home, left }),
    'contract.rejected': ({ name, home, until }) =>
      until ? m.agreement_sms_rejected_until({ home, day: formatShortDate(until) }) : m.agreement_sms_rejected({ name, home }),
    'contract.expired': ({ name, home, until }) =>
      until ? m.agreement_sms_expired_until({ home, day: formatShortDate(until) }) : m.agreement_sms_expired({ name, home }),
    'contract.completed': ({ home, code }) => m.agreement_sms_completed({ home, code }),
    'contract.number_left': ({ home }) => m.agreement_sms_number_left({ home }),
    'contract.paper': ({ home }) => m.agreement_sms_paper({ home }),
  },
);
