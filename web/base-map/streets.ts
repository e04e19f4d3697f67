import type { ExpressionSpecification, LayerSpecification, VectorSourceSpecification } from 'maplibre-gl';
import { openTileArchive, type TileArchive } from '#contract/map/pmtiles.ts';
import { type MapPalette, mapFonts } from './map-colours.ts';

/** The two common schemas of OpenStreetMap vector tiles; an archive's layers identify its schema. */
const schemas = {
  openmaptiles: {
    roads: 'transportation',
    kind: 'class',
    main: ['motorway', 'trunk', 'primary'],
    middle: ['secondary', 'tertiary'],
    small: ['minor', 'service', 'track'],
    names: 'transportation_name',
    buildings: 'building',
    green: 'landcover',
    greens: ['grass', 'wood', 'forest', 'park'],
  },
  protomaps: {
    roads: 'roads',
    kind: 'kind',
    main: ['highway'],
    middle: ['major_road', 'medium_road'],
    small: ['minor_road', 'other'],
    names: 'roads',
    buildings: 'buildings',
    green: 'landuse',
    greens: ['park', 'nature_reserve', 'forest', 'wood', 'grass', 'grassland', 'garden', 'golf_course', 'recreation_ground', 'cemetery'],
  },
} as const;
type Schema = (typeof schemas)[keyof typeof schemas];
export type StreetSource = { readonly source: VectorSourceSpecification; readonly schema: Schema };

/** The protocol by which MapLibre requests tiles of the archive. */
export const tilesProtocol = 'kenya';

const range = (url: string) => async (from: number, length: number) => {
  const answer = await fetch(url, { headers: { range: `bytes=${from}-${from + length - 1}` } });
  if (answer.status !== 206) throw new Error(`the streets answered ${answer.status}`);
  return answer.arrayBuffer();
};
const gunzip = (bytes: ArrayBuffer): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();

export const openStreetTiles = (url: string): Promise<TileArchive> => openTileArchive(range(url), gunzip);

export const toStreetSource = (tiles: TileArchive): StreetSource => ({
  schema: tiles.layers.includes(schemas.openmaptiles.roads) ? schemas.openmaptiles : schemas.protomaps,
  source: {
    type: 'vector',
    tiles: [`${tilesProtocol}://{z}/{x}/{y}`],
    minzoom: tiles.minZoom,
    maxzoom: tiles.maxZoom,
    bounds: [...tiles.bounds],
    attribution: tiles.attribution,
  },
});

/** A line as wide as its road: grows by half at each zoom. */
const wide = (at: number, px: number): ExpressionSpecification => ['interpolate', ['exponential', 1.5], ['zoom'], at, 0.4, 18, px];

export function makeStreetLayers({ schema }: StreetSource, ink: MapPalette): LayerSpecification[] {
  const isOf = (kinds: readonly string[]): ExpressionSpecification => ['in', ['get', schema.kind], ['literal', [...kinds]]];
  const road = (name: string, kinds: readonly string[], minzoom: number, px: number, colour: string): LayerSpecification[] => {
    const line = { type: 'line' as const, source: 'streets', 'source-layer': schema.roads, filter: isOf(kinds), minzoom };
    const ends = { 'line-cap': 'round' as const, 'line-join': 'round' as const };
    return [
      { id: `${name}-kerb`, ...line, layout: ends, paint: { 'line-color': ink.kerb, 'line-width': wide(minzoom, px + 2) } },
      { id: name, ...line, layout: ends, paint: { 'line-color': colour, 'line-width': wide(minzoom, px) } },
    ];
  };
  return [
    { id: 'green', type: 'fill', source: 'streets', 'source-layer': schema.green, filter: isOf(schema.greens), paint: { 'fill-color': ink.green } },
    { id: 'water', type: 'fill', source: 'streets', 'source-layer': 'water', paint: { 'fill-color': ink.sea } },
    { id: 'building', type: 'fill', source: 'streets', 'source-layer': schema.buildings, minzoom: 14, paint: { 'fill-color': ink.wall } },
    ...road('small-road', schema.small, 12, 12, ink.road),
    ...road('middle-road', schema.middle, 9, 16, ink.road),
    ...road('main-road', schema.main, 6, 20, ink.main),
  ];
}

export const makeStreetNameLayer = ({ schema }: StreetSource, ink: MapPalette): LayerSpecification => ({
  id: 'road-name',
  type: 'symbol',
  source: 'streets',
  'source-layer': schema.names,
  minzoom: 13,
  layout: {
    'symbol-placement': 'line',
    'text-field': ['coalesce', ['get', 'name'], ''],
    'text-font': mapFonts,
    'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 18, 14],
  },
  paint: { 'text-color': ink.place, 'text-halo-color': ink.halo, 'text-halo-width': 1.2 },
});
