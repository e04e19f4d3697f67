import { publicScreens } from '#contract/kernel/screen.ts';

/** Whoever comes by a link: to see when a home can be seen, and to their own tour. */
export const tourPublic = publicScreens({
  book: { at: '/tour/:listing_id', view: 'tour/book', live: true, ours: true },
  byLink: { at: '/tour/mine/:key', secret: 'key', view: 'tour/by-link', session: 'either', ours: true },
});
