import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { pickByLocale } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';

export const notificationTexts: Partial<EventTexts> = {
  'message.broadcast': (p) => ({ heading: pickByLocale(p.heading, p.heading_sw), message: pickByLocale(p.message, p.message_sw) }),
  'message.digest': (p) => ({ heading: m.mail_digest_heading({ count: Number(p.count) }), message: m.mail_digest_message() }),
  'message.sms_budget': ({ count }) => ({ heading: m.mail_sms_budget_heading(), message: m.mail_sms_budget_message({ count }) }),
  'message.test': () => ({ heading: m.mail_test_heading(), message: m.mail_test_message() }),
};
