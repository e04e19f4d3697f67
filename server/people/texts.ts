import type { EventTexts } from '#server/kernel/event-texts.ts';
import { m } from '#words/messages.js';

export const peopleTexts: Partial<EventTexts> = {
  'account.status_changed': (p) => ({
    heading: m.mail_status_heading(),
    message: m.mail_status_message({ status: p.status, reason: p.reason }),
  }),
};
