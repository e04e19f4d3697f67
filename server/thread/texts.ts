import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const threadTexts: Partial<EventTexts> = {
  'thread.message': ({ name, title, text }) => ({
    heading: m.thread_mail_heading({ name }),
    message: m.thread_mail_message({ name, title, text }),
    button: m.thread_mail_button(),
  }),
};
