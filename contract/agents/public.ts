import { publicScreens } from '#contract/kernel/screen.ts';

export const agentsPublicScreens = publicScreens({
  search: { at: '/agents', view: 'agents/search', live: true },
  public: { at: '/agents/:id/:slug', view: 'agents/public', live: true },
  publicListings: { at: '/agents/:id/:slug/listings', view: 'agents/public-listings', live: true },
});
