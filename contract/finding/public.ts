import { publicScreens } from '#contract/kernel/screen.ts';

export const findingPublic = publicScreens({
  /** The target of "Stop these messages". */
  stop: { at: '/saved_search/stop/:key', secret: 'key', view: 'finding/stop-messages', session: 'either', ours: true },
});

/** The tenant's page of saved searches: a dashboard address that public pages know without the screen table (a test compares them). */
export const savedSearchesPath = '/dashboard/tenant/saved_searches';
