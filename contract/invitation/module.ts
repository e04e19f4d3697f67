import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import type { InvitationScope } from './kinds.ts';
import { invitationMachine } from './machine.ts';
import { invitationPublicScreens } from './public.ts';

export const invitationModule = defineModule({
  screens: {
    ...invitationPublicScreens,
    list: {
      title: m.screens_invitation_list,
      at: 'hr/invitations',
      layouts: dashboardRoles,
      needs: ['invites', 'read'],
      view: 'invitation/list',
      menu: { group: 'team', icon: 'Mail', order: 30 },
    },
  },
  machines: [invitationMachine],
  groups: { invitation: m.notification_group_invitation },
  events: {
    'invite.sent': {
      group: 'invitation',
      channels: ['email', 'sms'],
      always: true,
      params: definePayload<{ inviter: string; what: string; gives: InvitationScope; properties: string }>(),
    },
    'invite.accepted': { group: 'invitation', channels: ['app'], type: 'success', params: definePayload<{ name: string }>() },
    'invite.revoked': { group: 'invitation', channels: ['email'], params: definePayload<{ inviter: string }>() },
  },
});
