import { publicScreens } from '#contract/kernel/screen.ts';

export const agreementPublicScreens = publicScreens({
  sign: { at: '/sign/:token', view: 'agreement/sign', secret: 'token', session: 'either', alone: true, ours: true },
  verify: { at: '/verify', view: 'agreement/verify', ours: true },
  verifyCode: { at: '/verify/:code', view: 'agreement/verify-code', live: true, ours: true },
});
