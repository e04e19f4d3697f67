import { drawProperty } from './illustrate.ts';
import { HomeArtQuery, seedPattern } from './routes.ts';

export { drawStreet } from './street.ts';

/** Draws the picture of a local address (`/art/home/….svg?…`); null for any other address. */
export function drawPictureAtPath(address: string): string | null {
  const url = URL.canParse(address, 'http://here') ? new URL(address, 'http://here') : null;
  const seed = /^\/art\/home\/([^/]+)\.svg$/.exec(url?.pathname ?? '')?.[1];
  const asked = HomeArtQuery.safeParse(Object.fromEntries(url?.searchParams ?? []));
  return address.startsWith('/') && seed && seedPattern.test(seed) && asked.success ? drawProperty({ seed, ...asked.data }) : null;
}
