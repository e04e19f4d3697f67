import { illustrate } from './illustrate.ts';
import { HomeQuery, seedShape } from './routes.ts';

export { street } from './street.ts';

/** The drawing behind one of our own addresses (`/art/home/….svg?…`), made here and now; null for any other address. */
export function drawingAt(address: string): string | null {
  const url = URL.canParse(address, 'http://here') ? new URL(address, 'http://here') : null;
  const seed = /^\/art\/home\/([^/]+)\.svg$/.exec(url?.pathname ?? '')?.[1];
  const asked = HomeQuery.safeParse(Object.fromEntries(url?.searchParams ?? []));
  return address.startsWith('/') && seed && seedShape.test(seed) && asked.success ? illustrate({ seed, ...asked.data }) : null;
}
