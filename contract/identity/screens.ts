import { screens } from '#contract/kernel/screen.ts';

export const identityScreens = screens({
  signIn: { at: '/auth/sign_in', layouts: ['default'], needs: 'anyone', view: 'identity/sign-in', session: 'signed-out' },
  onboarding: { at: '/auth/onboarding', layouts: ['default'], needs: 'anyone', view: 'identity/onboarding', session: 'signed-in' },
  emailVerification: {
    at: '/auth/email_verification/:code/:id',
    layouts: ['default'],
    needs: 'anyone',
    view: 'identity/email-verification',
    session: 'either',
  },
  forgotPassword: {
    at: '/auth/forgot_password',
    layouts: ['default'],
    needs: 'anyone',
    view: 'identity/forgot-password',
    session: 'signed-out',
    ours: true,
  },
  resetPassword: {
    at: '/auth/reset_password/:token',
    layouts: ['default'],
    needs: 'anyone',
    view: 'identity/reset-password',
    session: 'either',
    ours: true,
  },
  passkey: { at: '/auth/passkey/:token', layouts: ['default'], needs: 'anyone', view: 'identity/passkey', session: 'either', ours: true },
  firstAdmin: { at: '/auth/setup/:token', layouts: ['default'], needs: 'anyone', view: 'identity/first-admin', ours: true },
});
