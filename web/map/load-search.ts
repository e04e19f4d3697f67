import type { RouterContextProvider } from 'react-router';
import type { Given } from '#contract/kernel/call.ts';
import { type Box, boxOf } from '#contract/map/geo.ts';
import { type MapState, type MapView, readMap, viewOf, zoomOf } from '#contract/map/view.ts';
import { type MapAnswer, searchCalls } from '#contract/search/calls.ts';
import type { Card } from '#contract/search/shapes.ts';
import { load, side } from '#web/client/load.ts';
import { type CardView, cardView } from '#web/portal/card-view.ts';
import { onlyFilters } from '#web/portal/query.ts';

/** Where each card of the list stands on the map. */
export type Spot = { readonly id: number; readonly property: number; readonly lat: number; readonly lng: number; readonly href: string };
export type MapSearch = {
  readonly cards: readonly CardView[];
  readonly spots: readonly Spot[];
  readonly count: number;
  readonly capped: boolean;
  readonly next: string | null;
  /** Which page of the list. */
  readonly at: number;
  readonly view: MapView;
  readonly map: MapAnswer;
};
type Context = Readonly<RouterContextProvider>;
type Asked = Given<typeof searchCalls.listings>;

const kenya: Box = { w: 33.5, s: -5, e: 42.2, n: 5.5 };
const asText = ({ w, s, e, n }: Box) => `${w},${s},${e},${n}`;

/** A search that names a place or words but no part of the map shows the part where its first results are. */
async function viewFor(context: Context, state: MapState, asked: Asked): Promise<MapView> {
  const elsewhere = 'place' in asked || 'q' in asked || 'agent' in asked;
  if (state.view || state.areas.length > 0 || state.near || !elsewhere) return viewOf(state);
  const { results } = await load(context, searchCalls.listings, { ...asked, size: 60 });
  const box = boxOf(results.map((card) => [card.lng, card.lat] as const));
  if (!box) return { box: kenya, zoom: 6 };
  const rim = Math.max((box.e - box.w) * 0.1, (box.n - box.s) * 0.1, 0.01);
  const wide = { w: box.w - rim, s: box.s - rim, e: box.e + rim, n: box.n + rim };
  return { box: wide, zoom: zoomOf(wide) };
}

/** The list and the pins of one address: the same question asked twice, so both count the same. */
export async function loadSearch(context: Context, params: URLSearchParams): Promise<MapSearch> {
  const asked = Object.fromEntries(onlyFilters(params)) as unknown as Asked;
  const view = await viewFor(context, readMap(params), asked);
  const inView = { ...asked, bbox: asText(view.box) };
  const sort = params.get('sort');
  const paging = { page: params.get('page') ?? 1, ...(sort ? { sort } : {}), ...(params.get('after') ? { after: params.get('after') } : {}) };
  const [found, map] = await Promise.all([
    load(context, searchCalls.listings, { ...inView, ...paging } as Asked),
    load(context, searchCalls.map, { ...inView, zoom: Math.min(22, Math.max(0, view.zoom)) } as Given<typeof searchCalls.map>),
  ]);
  const { locale } = side(context);
  const cards = found.results.map((card) => cardView(card, locale));
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

const spotOf = (card: Card, href: string): Spot => ({ id: card.id, property: card.property.id, lat: card.lat, lng: card.lng, href });
