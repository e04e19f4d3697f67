import { publicScreens } from '#contract/kernel/screen.ts';

export const listingPublic = publicScreens({
  still: { at: '/still/:key', view: 'listing/confirmation', session: 'either', ours: true },
});
