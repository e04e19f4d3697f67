import { publicScreens } from '#contract/kernel/screen.ts';

export const identityPublicScreens = publicScreens({
  signIn: { at: '/auth/sign_in', view: 'identity/sign-in', session: 'signed-out' },
  onboarding: { at: '/auth/onboarding', view: 'identity/onboarding', session: 'signed-in' },
  emailVerification: {
    at: '/auth/email_verification/:code/:id',
    secret: 'code',
    view: 'identity/email-verification',
    session: 'either',
  },
  forgotPassword: {
    at: '/auth/forgot_password',
    view: 'identity/forgot-password',
    session: 'signed-out',
    ours: true,
  },
  resetPassword: {
    at: '/auth/reset_password/:token',
    secret: 'token',
    view: 'identity/reset-password',
    session: 'either',
    ours: true,
  },
  passkey: { at: '/auth/passkey/:token', secret: 'token', view: 'identity/passkey', session: 'either', ours: true },
  firstAdmin: { at: '/auth/setup/:token', secret: 'token', view: 'identity/first-admin', ours: true },
});
