import type { EventTexts } from '#server/kernel/event-texts.ts';
import { m } from '#words/messages.js';

export const notificationTexts: Partial<EventTexts> = {
  'message.broadcast': (p) => ({ heading: p.heading, message: p.message }),
  'message.digest': (p) => ({ heading: m.mail_digest_heading({ count: Number(p.count) }), message: m.mail_digest_message() }),
  'message.test': () => ({ heading: m.mail_test_heading(), message: m.mail_test_message() }),
};
