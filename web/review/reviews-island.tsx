import { makeIsland } from '#web/layout/island.tsx';
import look from './review.module.css';

const here = import.meta.env.SSR ? (await import('./public-reviews.tsx')).PublicReviews : null;

/** Reviews are far down the page and read by few, so their script loads on demand. */
export const ReviewsIsland = makeIsland('reviews', look, here, async () => (await import('./public-reviews.tsx')).PublicReviews);
