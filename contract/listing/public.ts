import { publicScreens } from '#contract/kernel/screen.ts';

export const listingPublicScreens = publicScreens({
  still: { at: '/still/:key', secret: 'key', view: 'listing/confirmation', session: 'either', ours: true },
});
