import { publicScreens } from '#contract/kernel/screen.ts';

/** Public pages for visitors: the free times of a home, and their own tour by link. */
export const tourPublicScreens = publicScreens({
  book: { at: '/tour/:listing_id', view: 'tour/book-tour', live: true, ours: true },
  byLink: { at: '/tour/mine/:key', secret: 'key', view: 'tour/by-link', session: 'either', ours: true },
});
