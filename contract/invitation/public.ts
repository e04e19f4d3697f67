import { publicScreens } from '#contract/kernel/screen.ts';

export const invitationPublicScreens = publicScreens({
  accept: { at: '/auth/invitation/:invite_key/:invite_id', secret: 'invite_key', view: 'invitation/accept', newcomers: true },
  enter: { at: '/auth/invitation', view: 'invitation/enter', newcomers: true, ours: true },
});
