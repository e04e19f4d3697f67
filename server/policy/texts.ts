import type { EventTexts } from '#server/kernel/event-texts.ts';
import { m } from '#words/messages.js';

export const policyTexts: Partial<EventTexts> = {
  'policy.published': (p) => ({ heading: m.mail_policy_heading(), message: m.mail_policy_message({ title: p.title }) }),
};
