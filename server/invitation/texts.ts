import type { EventTexts } from '#server/kernel/event-texts.ts';
import { m } from '#words/messages.js';

export const invitationTexts: Partial<EventTexts> = {
  'invite.sent': (p) => ({
    heading: m.mail_invite_heading({ inviter: p.inviter }),
    message: m.mail_invite_message({ inviter: p.inviter, what: p.what }),
    button: m.mail_invite_button(),
  }),
  'invite.accepted': (p) => ({ heading: m.mail_invite_accepted_heading(), message: m.mail_invite_accepted_message({ name: p.name }) }),
  'invite.revoked': (p) => ({ heading: m.mail_invite_revoked_heading(), message: m.mail_invite_revoked_message({ inviter: p.inviter }) }),
};
