import { publicScreens } from '#contract/kernel/screen.ts';

export const findingPublic = publicScreens({
  /** Where "Stop these messages" leads. */
  stop: { at: '/saved_search/stop/:key', secret: 'key', view: 'finding/stop', session: 'either', ours: true },
});

/** Where a tenant finds their searches again: an address of the dashboards, which public pages know without their table (a test compares). */
export const savedSearchesPath = '/dashboard/tenant/saved_searches';
