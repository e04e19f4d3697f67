import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const reviewTexts: Partial<EventTexts> = {
  'review.new': (p) => ({
    heading: m.mail_review_new_heading(),
    message: m.mail_review_new_message({ subject: p.subject, score: p.score }),
  }),
  'review.safety': (p) => ({
    heading: m.mail_review_safety_heading(),
    message: m.mail_review_safety_message({ subject: p.subject, questions: p.questions }),
    button: m.mail_review_button(),
  }),
  'review.reply': (p) => ({ heading: m.mail_review_reply_heading(), message: m.mail_review_reply_message({ subject: p.subject }) }),
  'review.hidden': (p) => ({
    heading: m.mail_review_hidden_heading(),
    message: m.mail_review_hidden_message({ subject: p.subject, reason: p.reason }),
    button: m.mail_review_button(),
  }),
};
