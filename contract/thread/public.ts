import { publicScreens } from '#contract/kernel/screen.ts';

export const threadPublic = publicScreens({
  /** Where the mail or SMS about an answer leads somebody without an account. Opening it does nothing: the code comes by asking. */
  talk: { at: '/talk/:token', secret: 'token', view: 'thread/talk', session: 'either', ours: true },
});
