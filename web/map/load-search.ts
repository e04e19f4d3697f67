import type { RouterContextProvider } from 'react-router';
import type { CallInput } from '#contract/kernel/call.ts';
import { type BoundingBox, computeBoundingBox } from '#contract/map/geo.ts';
import { computeZoomForBox, getMapView, type MapState, type MapView, readMapState } from '#contract/map/view.ts';
import { type MapSearchResponse, searchCalls } from '#contract/search/calls.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { loadCall, readServerFunctions } from '#web/client/load.ts';
import { type ListingCardView, toListingCardView } from '#web/portal/card/card-view.ts';
import { pickSearchFilters } from '#web/portal/search/query.ts';

/** The position of each card of the list on the map. */
export type MapCardPosition = { readonly id: number; readonly property: number; readonly lat: number; readonly lng: number; readonly href: string };
export type MapSearchResult = {
  readonly cards: readonly ListingCardView[];
  readonly spots: readonly MapCardPosition[];
  readonly count: number;
  readonly capped: boolean;
  readonly next: string | null;
  /** The page of the list. */
  readonly at: number;
  readonly view: MapView;
  readonly map: MapSearchResponse;
};
type Context = Readonly<RouterContextProvider>;
type Asked = CallInput<typeof searchCalls.listings>;

const kenya: BoundingBox = { w: 33, s: -5.5, e: 43, n: 5.6 };
const asText = ({ w, s, e, n }: BoundingBox) => `${w},${s},${e},${n}`;

/** The box around all of Kenya, which consists of few cells. */
const farZoom = 7;
/** A cell's point is the centre of its homes; the farthest is no farther than the cell's size (server/search/grid-cells.ts). */
const cellSize = (zoom: number): number => 0.02 * 2 ** Math.max(0, 12 - Math.floor(zoom));
const pinRim = 0.004;

function boxAround({ cells, pins, dots }: MapSearchResponse, zoom: number): BoundingBox | null {
  const box = computeBoundingBox([
    ...[...cells, ...pins].map(({ lat, lng }) => [lng, lat] as const),
    ...dots.map(([lat, lng]) => [lng, lat] as const),
  ]);
  if (!box) return null;
  const [wide, high] = [box.e - box.w, box.n - box.s];
  const rim = Math.max(cells.length > 0 ? cellSize(zoom) : pinRim, wide * 0.06, high * 0.06);
  // The tools cover the upper edge, so no home may be under them.
  return { w: box.w - rim, s: box.s - rim, e: box.e + rim, n: box.n + Math.max(rim, high * 0.15) };
}

/** A URL without a map view shows all results, so that the map contains what the list without a map contains. */
async function viewFor(context: Context, state: MapState, asked: Asked): Promise<MapView> {
  if (state.view || state.areas.length > 0 || state.near) return getMapView(state);
  const within = async (box: BoundingBox, zoom: number) =>
    boxAround(await loadCall(context, searchCalls.map, { ...asked, bbox: asText(box), zoom } as CallInput<typeof searchCalls.map>), zoom);
  const wide = await within(kenya, farZoom);
  if (!wide) return getMapView(state);
  const nearer = Math.min(16, Math.floor(computeZoomForBox(wide)) + 3);
  const box = (await within(wide, nearer)) ?? wide;
  return { box, zoom: computeZoomForBox(box) };
}

/** List and pins for one URL: both use the same query, so their counts agree. */
export async function loadMapSearch(context: Context, params: URLSearchParams): Promise<MapSearchResult> {
  const asked = Object.fromEntries(pickSearchFilters(params)) as unknown as Asked;
  const view = await viewFor(context, readMapState(params), asked);
  const inView = { ...asked, bbox: asText(view.box) };
  const sort = params.get('sort');
  const paging = { page: params.get('page') ?? 1, ...(sort ? { sort } : {}), ...(params.get('after') ? { after: params.get('after') } : {}) };
  const [found, map] = await Promise.all([
    loadCall(context, searchCalls.listings, { ...inView, ...paging } as Asked),
    loadCall(context, searchCalls.map, { ...inView, zoom: Math.min(22, Math.max(0, view.zoom)) } as CallInput<typeof searchCalls.map>),
  ]);
  const { locale } = readServerFunctions(context);
  const cards = found.results.map((card) => toListingCardView(card, locale));
  return {
    cards,
    spots: found.results.map((card, at) => spotOf(card, cards[at]?.href ?? '')),
    count: found.count,
    capped: found.capped,
    next: found.next,
    at: Number(paging.page) || 1,
    view,
    map,
  };
}

const spotOf = (card: ListingCard, href: string): MapCardPosition => ({
  id: card.id,
  property: card.property.id,
  lat: card.lat,
  lng: card.lng,
  href,
});
