import { publicScreens } from '#contract/kernel/screen.ts';

export const findingPublic = publicScreens({
  /** Where "Stop these messages" leads. */
  stop: { at: '/saved_search/stop/:key', secret: 'key', view: 'finding/stop', session: 'either', ours: true },
});
