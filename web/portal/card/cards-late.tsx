import { island } from '#web/layout/island.tsx';
import look from './cards.module.css';

const here = import.meta.env.SSR ? (await import('./cards.tsx')).Cards : null;

/** Cards at the end of a page: their hearts and scales come to life when somebody gets there. */
export const CardsLate = island('similar', look, here, async () => (await import('./cards.tsx')).Cards);
