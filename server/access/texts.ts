import type { EventTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

export const accessTexts: Partial<EventTexts> = {
  'security.role_changed': (p) => ({
    heading: m.mail_role_changed_heading(),
    message: p.role ? m.mail_role_changed_message({ role: p.role }) : m.mail_role_removed_message(),
  }),
  'mandate.made': (p) => ({ heading: m.mail_mandate_made_heading(), message: m.mail_mandate_made_message({ owner: p.owner }) }),
  'mandate.changed': (p) => ({ heading: m.mail_mandate_changed_heading(), message: m.mail_mandate_changed_message({ owner: p.owner }) }),
  'mandate.ended': (p) => ({ heading: m.mail_mandate_ended_heading(), message: m.mail_mandate_ended_message({ owner: p.owner }) }),
};
