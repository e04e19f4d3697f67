import { publicScreens } from '#contract/kernel/screen.ts';

export const threadPublicScreens = publicScreens({
  /** The page behind the link that a mail or SMS gives a person without an account. Opening it changes nothing; the person requests the code. */
  talk: { at: '/talk/:token', secret: 'token', view: 'thread/guest-conversation', session: 'either', ours: true },
});
