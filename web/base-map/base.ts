import { addProtocol, type Map as MapLibre, type StyleSpecification } from 'maplibre-gl';
import { streetStyles, streetsAnswerMs, tilesPath } from '#contract/map/base.ts';
import { SCHEME_ATTRIBUTE } from '#web/ui/public/scheme-script.ts';
import type { MapScheme } from './inks.ts';
import { openStreets, streetsOf, tilesProtocol } from './streets.ts';
import { type BaseMap, styleFor } from './style.ts';

/** What lies under the pins: a style by its address, or drawn by us, which can be painted anew. */
export type Base = { readonly drawn: boolean; readonly style: (scheme: MapScheme) => StyleSpecification | string };

export const schemeNow = (): MapScheme => (document.documentElement.getAttribute(SCHEME_ATTRIBUTE) === 'dark' ? 'dark' : 'light');

/** Keeps what was fetched; what failed is asked for again by the next map. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= work().catch((problem) => {
      kept = undefined;
      throw problem;
    });
    return kept;
  };
}

const drawing = once(async () => {
  const answer = await fetch('/map/kenya.json');
  if (!answer.ok) throw new Error(`the map's base answered ${answer.status}`);
  return (await answer.json()) as BaseMap;
});

const streets = once(async () => {
  const tiles = await openStreets(tilesPath);
  addProtocol(tilesProtocol, async ({ url }) => {
    const [z = 0, x = 0, y = 0] = url.slice(`${tilesProtocol}://`.length).split('/').map(Number);
    return { data: (await tiles.tile(z, x, y)) ?? new ArrayBuffer(0) };
  });
  return streetsOf(tiles);
});

export async function ownBase(): Promise<Base> {
  const own = await drawing();
  return { drawn: true, style: (scheme) => styleFor(own, scheme) };
}

/** Our drawing with the operator's streets in it; an archive that cannot be read leaves the drawing. */
async function streetBase(): Promise<Base> {
  const [own, laid] = await Promise.all([drawing(), streets().catch(() => null)]);
  return { drawn: true, style: (scheme) => styleFor(own, scheme, laid) };
}

/** The style the server named: none is our drawing. The public one has a pair for the dark scheme, an operator's is one for both. */
export async function baseFor(url: string | null): Promise<Base> {
  if (url === null) return ownBase();
  if (url === tilesPath) return streetBase();
  return { drawn: false, style: (scheme) => (url === streetStyles.light ? streetStyles[scheme] : url) };
}

/** Whether an event comes in time; a map that is closed meanwhile tells nobody. */
const inTime = (map: MapLibre, listen: (arrived: () => void) => { unsubscribe: () => void }): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (came: boolean) => () => {
      clearTimeout(timer);
      listening.unsubscribe();
      closed.unsubscribe();
      resolve(came);
    };
    const timer = setTimeout(() => end(false)(), streetsAnswerMs);
    const listening = listen(() => end(true)());
    const closed = map.on('remove', () => end(true)());
  });

/** The style itself: given up at once where it fails, after three seconds where it is silent. */
export async function styleComes(map: MapLibre): Promise<boolean> {
  let failed = () => {};
  const gaveUp = new Promise<false>((resolve) => {
    failed = () => resolve(false);
  });
  const problem = map.on('error', failed);
  const came = await Promise.race([inTime(map, (arrived) => map.on('style.load', arrived)), gaveUp]);
  problem.unsubscribe();
  return came;
}

const tiled = new Set(['vector', 'raster', 'raster-dem']);

/** One tile of any of its sources, whatever the others do. A style without tiles has answered already. */
export async function tilesCome(map: MapLibre): Promise<boolean> {
  const sources = Object.entries(map.getStyle()?.sources ?? {}).filter(([, { type }]) => tiled.has(type));
  if (sources.length === 0) return true;
  const names = new Set(sources.map(([name]) => name));
  return inTime(map, (arrived) =>
    map.on('sourcedata', (event) => {
      // What is laid over the map comes in tiles too, from the page itself.
      const { sourceId, tile } = event as { sourceId?: string; tile?: { state?: string } };
      if (tile?.state === 'loaded' && names.has(sourceId ?? '')) arrived();
    }),
  );
}
