import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const invitationScreens = screens({
  list: {
    at: 'hr/invitations',
    layouts: sixRoles,
    needs: ['invites', 'read'],
    view: 'invitation/list',
    menu: { group: 'team', icon: 'Mail', order: 30 },
  },
  accept: { at: '/auth/invitation/:invite_key/:invite_id', layouts: ['default'], needs: 'anyone', view: 'invitation/accept', newcomers: true },
  enter: { at: '/auth/invitation', layouts: ['default'], needs: 'anyone', view: 'invitation/enter', newcomers: true, ours: true },
});
