import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';

type Shapes = Exclude<GeoJSONSourceSpecification['data'], string>;

/** The base of our own map as public/map/kenya.json holds it (bin/make-map.mjs). */
export type BaseMap = {
  readonly land: Shapes;
  readonly counties: Shapes;
  readonly labels: Shapes;
};
export type MapScheme = 'light' | 'dark';

/** Paper and night. A map is a picture with colours of its own: MapLibre cannot read CSS variables. */
const inks = {
  light: {
    sea: '#cfe3ea',
    land: '#e3e5df',
    home: '#eef1e8',
    edge: '#c9cfc3',
    border: '#9aa595',
    town: '#343730',
    place: '#5a5e55',
    halo: '#f7f8f3',
    sign: '#7d8277',
  },
  dark: {
    sea: '#14262d',
    land: '#161c19',
    home: '#1f2723',
    edge: '#35403a',
    border: '#5a675f',
    town: '#e5e9e6',
    place: '#a9b0ac',
    halo: '#131916',
    sign: '#7d8783',
  },
} as const;

/** The face the pages are set in; without a glyph server MapLibre draws letters with the fonts the page has. */
const face = ['Figtree Variable'];

export const credit = 'Natural Earth · MapSVG (CC BY 4.0)';

/** Our map, whole: sea, neighbours, counties, and names that come as one goes nearer. */
export function styleFor(base: BaseMap, scheme: MapScheme): StyleSpecification {
  const ink = inks[scheme];
  const label = (
    id: string,
    kind: string,
    size: [number, number, number, number],
    more: { minzoom: number; maxzoom?: number; colour: string; spaced?: boolean },
  ) => ({
    id,
    type: 'symbol' as const,
    source: 'labels',
    filter: ['==', ['get', 'kind'], kind] as ['==', ['get', string], string],
    minzoom: more.minzoom,
    ...(more.maxzoom === undefined ? {} : { maxzoom: more.maxzoom }),
    layout: {
      'text-field': ['get', 'name'] as ['get', string],
      'text-font': face,
      'text-size': ['interpolate', ['linear'], ['zoom'], ...size] as unknown as number,
      'text-max-width': 8,
      'text-padding': 6,
      ...(more.spaced ? { 'text-letter-spacing': 0.08, 'text-transform': 'uppercase' as const } : {}),
    },
    paint: { 'text-color': more.colour, 'text-halo-color': ink.halo, 'text-halo-width': 1.4 },
  });
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: base.land, attribution: credit },
      counties: { type: 'geojson', data: base.counties },
      labels: { type: 'geojson', data: base.labels },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': ink.sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': ink.land } },
      { id: 'land-edge', type: 'line', source: 'land', paint: { 'line-color': ink.edge, 'line-width': 0.8 } },
      { id: 'county', type: 'fill', source: 'counties', paint: { 'fill-color': ink.home } },
      {
        id: 'county-edge',
        type: 'line',
        source: 'counties',
        paint: { 'line-color': ink.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.5, 10, 1.4] },
      },
      label('ward-name', 'ward', [12, 10, 16, 13], { minzoom: 12, colour: ink.sign }),
      label('estate-name', 'estate', [10, 11, 15, 15], { minzoom: 10.5, colour: ink.place }),
      label('county-name', 'county', [5, 9, 10, 15], { minzoom: 6.4, maxzoom: 11, colour: ink.sign, spaced: true }),
      label('town-name', 'town', [6, 10, 14, 16], { minzoom: 6.6, colour: ink.town }),
      label('city-name', 'city', [5, 12, 14, 18], { minzoom: 4, colour: ink.town }),
    ],
  };
}
