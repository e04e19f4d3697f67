import { makeIsland } from '#web/layout/island.tsx';
import look from './cards.module.css';

const here = import.meta.env.SSR ? (await import('./cards.tsx')).ListingCards : null;

/** Cards at the end of a page: their buttons become active when they come into view. */
export const DeferredListingCards = makeIsland('similar', look, here, async () => (await import('./cards.tsx')).ListingCards);
