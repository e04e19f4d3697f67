import { island } from '#web/layout/island.tsx';
import look from './review.module.css';

const here = import.meta.env.SSR ? (await import('./public-reviews.tsx')).Reviews : null;

/** What people say, far down on a page: read by few, so its script waits for them. */
export const Reviews = island('reviews', look, here, async () => (await import('./public-reviews.tsx')).Reviews);
