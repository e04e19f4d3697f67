import { translateAuditReason } from '#contract/audit/reasons.ts';
import type { AccountStatus } from '#contract/people/machine.ts';
import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';

const statuses: Record<AccountStatus, () => string> = {
  pending: m.mail_status_pending,
  verified: m.mail_status_verified,
  suspended: m.mail_status_suspended,
  rejected: m.mail_status_rejected,
  active: m.mail_status_active,
  disabled: m.mail_status_disabled,
};

/** A job of an older version may contain an unknown value. Sending the email matters more than its wording. */
const statusOf = (status: AccountStatus): string => statuses[status]?.() ?? status;

export const peopleTexts: Partial<EventTexts> = {
  'account.superadmin_asked': (p) => ({ heading: m.mail_superadmin_heading({ name: p.name }), message: m.mail_superadmin_message(p) }),
  'account.superadmin_joined': (p) => ({ heading: m.mail_superadmin_joined_heading({ name: p.name }), message: m.mail_superadmin_joined_message(p) }),
  // The message to an approved person names their first step instead of their status.
  'account.status_changed': (p) =>
    p.status === 'verified'
      ? { heading: m.mail_status_verified_heading(), message: m.mail_status_verified_next(), button: m.mail_status_verified_button() }
      : {
          heading: m.mail_status_heading(),
          message: p.reason
            ? m.mail_status_message({ status: statusOf(p.status), reason: translateAuditReason(p.reason) })
            : m.mail_status_plain_message({ status: statusOf(p.status) }),
          button: m.mail_status_button(),
        },
  'agent.certificate_sent': (p) => ({
    heading: m.mail_earb_sent_heading(),
    message: m.mail_earb_sent_message({ name: p.name }),
    button: m.mail_earb_sent_button(),
  }),
  'agent.certificate_seen': () => ({ heading: m.mail_earb_seen_heading(), message: m.mail_earb_seen_message() }),
  'agent.certificate_refused': (p) => ({
    heading: m.mail_earb_refused_heading(),
    message: m.mail_earb_refused_message({ reason: p.reason }),
    button: m.mail_earb_button(),
  }),
  'agent.certificate_due': (p) => ({
    heading: m.mail_earb_due_heading(),
    message: m.mail_earb_due_message({ days: p.days, date: formatLongDate(p.date) }),
    button: m.mail_earb_button(),
  }),
  'agent.certificate_lapsed': (p) => ({
    heading: m.mail_earb_lapsed_heading(),
    message: m.mail_earb_lapsed_message({ date: formatLongDate(p.date) }),
    button: m.mail_earb_button(),
  }),
};
