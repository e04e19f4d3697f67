import { drawProperty } from './illustrate.ts';
import { HomeQuery, seedShape } from './routes.ts';

export { drawStreet } from './street.ts';

/** Draws the picture of a local address (`/art/home/….svg?…`); null for any other address. */
export function drawAtPath(address: string): string | null {
  const url = URL.canParse(address, 'http://here') ? new URL(address, 'http://here') : null;
  const seed = /^\/art\/home\/([^/]+)\.svg$/.exec(url?.pathname ?? '')?.[1];
  const asked = HomeQuery.safeParse(Object.fromEntries(url?.searchParams ?? []));
  return address.startsWith('/') && seed && seedShape.test(seed) && asked.success ? drawProperty({ seed, ...asked.data }) : null;
}
