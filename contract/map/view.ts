import { drawnAreaLimits } from '#contract/search/limits.ts';
import { type BoundingBox, buildCircleAround, computeBoundingBox, type LngLat, roundDegrees } from './geo.ts';

/**
 * The map's parameters in a search URL (contract/search/query.ts): `bbox` and `zoom` are the view, `area` and `near` what was drawn. Unreadable
 * values are ignored here; the search itself rejects them by name.
 */
export type NearFilter = { readonly lat: number; readonly lng: number; readonly km: number };
export type MapView = { readonly box: BoundingBox; readonly zoom: number };
export type MapState = { readonly view: MapView | null; readonly areas: readonly (readonly LngLat[])[]; readonly near: NearFilter | null };

/** Nairobi and surrounding towns: the default view of a search. */
export const initialMapView: MapView = { box: { w: 36.6, s: -1.42, e: 37.12, n: -1.08 }, zoom: 11 };

const numbers = (text: string): number[] | null => {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  return parts.every(Number.isFinite) ? parts : null;
};
const isPoint = (p: number[] | null): p is [number, number] =>
  p !== null && p.length === 2 && Math.abs(p[0] ?? 999) <= 180 && Math.abs(p[1] ?? 999) <= 90;

function readView(params: URLSearchParams): MapView | null {
  const [w, s, e, n] = numbers(params.get('bbox') ?? '') ?? [];
  if (w === undefined || s === undefined || e === undefined || n === undefined || w >= e || s >= n) return null;
  const zoom = Number(params.get('zoom') ?? Number.NaN);
  const box = { w, s, e, n };
  return { box, zoom: Number.isFinite(zoom) && zoom >= 0 && zoom <= 22 ? zoom : computeZoomForBox(box) };
}

/** The zoom at which a box fills a window of usual width. */
export const computeZoomForBox = ({ w, e }: BoundingBox): number =>
  Math.max(0, Math.min(18, roundDegrees(Math.log2((360 / (e - w)) * (900 / 512)), 1)));

function readAreas(params: URLSearchParams): LngLat[][] {
  const text = params.get('area');
  if (!text) return [];
  const areas = text.split('|').map((area) => area.split(';').map(numbers));
  const sound = areas.filter((area): area is [number, number][] => area.length >= 3 && area.length <= drawnAreaLimits.points && area.every(isPoint));
  return sound.slice(0, drawnAreaLimits.areas);
}

function readNear(params: URLSearchParams): NearFilter | null {
  const [lat, lng, km] = numbers(params.get('near') ?? '') ?? [];
  if (lat === undefined || lng === undefined || km === undefined || km <= 0 || km > drawnAreaLimits.kilometres) return null;
  return { lat, lng, km };
}

export const readMapState = (params: URLSearchParams): MapState => ({ view: readView(params), areas: readAreas(params), near: readNear(params) });

const write = (params: URLSearchParams, name: string, value: string): URLSearchParams => {
  const made = new URLSearchParams(params);
  // Another view or area starts at the first page.
  made.delete('page');
  made.delete('after');
  if (value === '') made.delete(name);
  else made.set(name, value);
  return made;
};

export const addViewParams = (params: URLSearchParams, { box, zoom }: MapView): URLSearchParams =>
  write(write(params, 'bbox', [box.w, box.s, box.e, box.n].map((d) => roundDegrees(d, 4)).join(',')), 'zoom', String(roundDegrees(zoom, 1)));
export const addAreaParams = (params: URLSearchParams, areas: MapState['areas']): URLSearchParams =>
  write(params, 'area', areas.map((area) => area.map(([lng, lat]) => `${roundDegrees(lng)},${roundDegrees(lat)}`).join(';')).join('|'));
export const addNearParams = (params: URLSearchParams, near: NearFilter | null): URLSearchParams =>
  write(params, 'near', near ? `${roundDegrees(near.lat)},${roundDegrees(near.lng)},${near.km}` : '');

/** The box that shows the drawn shapes, with a margin. */
export function computeDrawnAreasBox({ areas, near }: Pick<MapState, 'areas' | 'near'>): BoundingBox | null {
  const box = computeBoundingBox([...areas.flat(), ...(near ? buildCircleAround([near.lng, near.lat], near.km * 1000) : [])]);
  if (!box) return null;
  const rim = Math.max((box.e - box.w) * 0.06, (box.n - box.s) * 0.06, 0.001);
  return { w: roundDegrees(box.w - rim), s: roundDegrees(box.s - rim), e: roundDegrees(box.e + rim), n: roundDegrees(box.n + rim) };
}

/** The current view: from the URL, else from the drawn shapes, else the default. */
export function getMapView(state: MapState): MapView {
  if (state.view) return state.view;
  const box = computeDrawnAreasBox(state);
  return box ? { box, zoom: computeZoomForBox(box) } : initialMapView;
}
