import type { InvitationScope } from '#contract/invitation/kinds.ts';
import type { EventParams } from '#contract/modules.ts';
import { withSmsTexts } from '#server/kernel/generated/event-texts.ts';
import { m } from '#words/messages.js';

type Sent = EventParams<'invite.sent'>;
/** An invitation between an owner and an agent states what acceptance grants (decision 039). */
const invites: Readonly<Partial<Record<InvitationScope, (p: Sent) => string>>> = {
  all: m.mail_invite_all,
  some: m.mail_invite_some,
  agent: m.mail_invite_agent,
  owner: m.mail_invite_owner,
};

export const invitationTexts = withSmsTexts(
  {
    'invite.sent': (p) => ({
      heading: m.mail_invite_heading({ inviter: p.inviter }),
      message: invites[p.gives]?.(p) ?? m.mail_invite_message(p),
      button: m.mail_invite_button(),
    }),
    'invite.accepted': (p) => ({ heading: m.mail_invite_accepted_heading(), message: m.mail_invite_accepted_message({ name: p.name }) }),
    'invite.revoked': (p) => ({ heading: m.mail_invite_revoked_heading(), message: m.mail_invite_revoked_message({ inviter: p.inviter }) }),
  },
  {
    'invite.sent': ({ what }) => m.mail_sms_invite({ what }),
  },
);
