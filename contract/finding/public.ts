import { publicScreens } from '#contract/kernel/screen.ts';

export const findingPublicScreens = publicScreens({
  /** The target of "Stop these messages". */
  stop: { at: '/saved_search/stop/:key', secret: 'key', view: 'finding/stop-messages', session: 'either', ours: true },
});

/**
 * The address of the tenant's page of saved searches. It is written here, because public pages do not load the screen table; a test compares both.
 */
export const savedSearchesPath = '/dashboard/tenant/saved_searches';
