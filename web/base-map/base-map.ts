import { addProtocol, type Map as MapLibre, type StyleSpecification } from 'maplibre-gl';
import { baseMapStyles, mapStyleTimeoutMs, mapTilesPath } from '#contract/map/base-map.ts';
import { SCHEME_ATTRIBUTE } from '#web/ui/public/scheme-script.ts';
import type { MapScheme } from './map-colours.ts';
import { openStreetTiles, tilesProtocol, toStreetSource } from './streets.ts';
import { type BaseMap, makeMapStyle } from './style.ts';

/** The base map: a style by URL, or the built-in drawing, which can be recoloured. */
export type BaseMapSource = { readonly drawn: boolean; readonly style: (scheme: MapScheme) => StyleSpecification | string };

export const readMapScheme = (): MapScheme => (document.documentElement.getAttribute(SCHEME_ATTRIBUTE) === 'dark' ? 'dark' : 'light');

/** Caches a result; a failed one is requested again by the next map. */
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
  const tiles = await openStreetTiles(mapTilesPath);
  addProtocol(tilesProtocol, async ({ url }) => {
    const [z = 0, x = 0, y = 0] = url.slice(`${tilesProtocol}://`.length).split('/').map(Number);
    return { data: (await tiles.tile(z, x, y)) ?? new ArrayBuffer(0) };
  });
  return toStreetSource(tiles);
});

export async function loadBuiltInMapSource(): Promise<BaseMapSource> {
  const own = await drawing();
  return { drawn: true, style: (scheme) => makeMapStyle(own, scheme) };
}

/** The built-in drawing with the operator's streets; if the archive is unreadable, only the drawing. */
async function streetBase(): Promise<BaseMapSource> {
  const [own, laid] = await Promise.all([drawing(), streets().catch(() => null)]);
  return { drawn: true, style: (scheme) => makeMapStyle(own, scheme, laid) };
}

/** The style set by the server, or the built-in drawing. The public style has a dark counterpart, an operator's style serves both schemes. */
export async function chooseMapSource(url: string | null): Promise<BaseMapSource> {
  if (url === null) return loadBuiltInMapSource();
  if (url === mapTilesPath) return streetBase();
  return { drawn: false, style: (scheme) => (url === baseMapStyles.light ? baseMapStyles[scheme] : url) };
}

/** Whether an event arrives in time; a closed map reports nothing. */
const inTime = (map: MapLibre, listen: (arrived: () => void) => { unsubscribe: () => void }): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (came: boolean) => () => {
      clearTimeout(timer);
      listening.unsubscribe();
      closed.unsubscribe();
      resolve(came);
    };
    const timer = setTimeout(() => end(false)(), mapStyleTimeoutMs);
    const listening = listen(() => end(true)());
    const closed = map.on('remove', () => end(true)());
  });

/** Waits for the style: gives up at once on an error, and after three seconds without an answer. */
export async function waitForMapStyle(map: MapLibre): Promise<boolean> {
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

/** Waits for one tile of any source. A style without tiles counts as loaded. */
export async function waitForMapTiles(map: MapLibre): Promise<boolean> {
  const sources = Object.entries(map.getStyle()?.sources ?? {}).filter(([, { type }]) => tiled.has(type));
  if (sources.length === 0) return true;
  const names = new Set(sources.map(([name]) => name));
  return inTime(map, (arrived) =>
    map.on('sourcedata', (event) => {
      // Overlays also arrive as tiles, from the page itself.
      const { sourceId, tile } = event as { sourceId?: string; tile?: { state?: string } };
      if (tile?.state === 'loaded' && names.has(sourceId ?? '')) arrived();
    }),
  );
}
