import { screens } from '#contract/kernel/screen.ts';

const needs = { only: ['tenant'] } as const;

export const findingScreens = screens({
  favourites: { at: 'favourites', layouts: ['tenant'], needs, view: 'finding/favourites', menu: { group: 'top', icon: 'Heart', order: 10 } },
  searches: { at: 'saved_searches', layouts: ['tenant'], needs, view: 'finding/searches', menu: { group: 'top', icon: 'Bookmark', order: 11 } },
  /** Where "Stop these messages" leads. */
  stop: { at: '/saved_search/stop/:key', layouts: ['default'], needs: 'anyone', view: 'finding/stop', session: 'either', ours: true },
});
