import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type MapScheme, mapColours, mapFonts } from './map-colours.ts';
import { makeStreetLayers, makeStreetNameLayer, type StreetSource } from './streets.ts';

type Shapes = Exclude<GeoJSONSourceSpecification['data'], string>;

/** The built-in base map as stored in public/map/kenya.json (bin/make-map.mjs). */
export type BaseMap = {
  readonly land: Shapes;
  readonly counties: Shapes;
  readonly labels: Shapes;
};
export const mapAttribution = 'Natural Earth · MapSVG, GeoNames (CC BY 4.0)';

/** The complete built-in style: sea, neighbours, counties and zoom-dependent names, with the operator's streets if available. */
export function makeMapStyle(base: BaseMap, scheme: MapScheme, streets: StreetSource | null = null): StyleSpecification {
  const ink = mapColours[scheme];
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
      'text-font': mapFonts,
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
      land: { type: 'geojson', data: base.land, attribution: mapAttribution },
      counties: { type: 'geojson', data: base.counties },
      labels: { type: 'geojson', data: base.labels },
      ...(streets ? { streets: streets.source } : {}),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': ink.sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': ink.land } },
      { id: 'land-edge', type: 'line', source: 'land', paint: { 'line-color': ink.edge, 'line-width': 0.6 } },
      { id: 'county', type: 'fill', source: 'counties', paint: { 'fill-color': ink.home } },
      ...(streets ? makeStreetLayers(streets, ink) : []),
      {
        id: 'county-edge',
        type: 'line',
        source: 'counties',
        paint: { 'line-color': ink.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 5, 0.3, 10, 0.8] },
      },
      ...(streets ? [makeStreetNameLayer(streets, ink)] : []),
      label('ward-name', 'ward', [12, 10, 16, 13], { minzoom: 12, colour: ink.sign }),
      label('estate-name', 'estate', [10, 11, 15, 15], { minzoom: 10.5, colour: ink.place }),
      label('county-name', 'county', [5, 9, 10, 15], { minzoom: 6.4, maxzoom: 11, colour: ink.sign, spaced: true }),
      label('place-name', 'place', [8, 9.5, 14, 14], { minzoom: 8.2, colour: ink.place }),
      label('town-name', 'town', [6, 10, 14, 16], { minzoom: 6.6, colour: ink.town }),
      label('city-name', 'city', [5, 12, 14, 18], { minzoom: 4, colour: ink.town }),
    ],
  };
}
