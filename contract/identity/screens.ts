import { screens } from '#contract/kernel/screen.ts';

export const identityScreens = screens({
  signIn: { at: '/auth/sign_in', layouts: ['default'], needs: 'anyone', view: 'identity/sign-in', session: 'signed-out' },
  onboarding: { at: '/auth/onboarding', layouts: ['default'], needs: 'anyone', view: 'identity/onboarding', session: 'signed-in' },
  firstAdmin: { at: '/auth/setup/:token', layouts: ['default'], needs: 'anyone', view: 'identity/first-admin', ours: true },
});
