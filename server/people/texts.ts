import type { AccountStatus } from '#contract/people/machine.ts';
import type { EventTexts } from '#server/kernel/event-texts.ts';
import { m } from '#words/messages.js';

const statuses: Record<AccountStatus, () => string> = {
  pending: m.mail_status_pending,
  verified: m.mail_status_verified,
  suspended: m.mail_status_suspended,
  rejected: m.mail_status_rejected,
  active: m.mail_status_active,
  disabled: m.mail_status_disabled,
};

/** A job of an older version may carry a word that is gone: its mail is worth more than its wording. */
const statusOf = (status: AccountStatus): string => statuses[status]?.() ?? status;

export const peopleTexts: Partial<EventTexts> = {
  'account.status_changed': (p) => ({
    heading: m.mail_status_heading(),
    message: p.reason
      ? m.mail_status_message({ status: statusOf(p.status), reason: p.reason })
      : m.mail_status_plain_message({ status: statusOf(p.status) }),
  }),
};
