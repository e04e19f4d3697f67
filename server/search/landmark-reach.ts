import type { DictionaryLocation } from './dictionary.ts';
import { type GridBox, getGridBoxAround, getGridCells, kilometresPerDegree } from './grid-cells.ts';
import type { SqlValues } from './reader.ts';

/** The reach of a landmark: its point or each corner of its line, and a number of kilometres around. */
const around = ({ lat, lng }: { lat: number; lng: number }, km: number): GridBox => getGridBoxAround({ lat, lng, km });
const join = (a: GridBox, b: GridBox): GridBox => ({ w: Math.min(a.w, b.w), s: Math.min(a.s, b.s), e: Math.max(a.e, b.e), n: Math.max(a.n, b.n) });

/** The cells along a line, section by section; otherwise a road across the city would cover the whole city. */
function cellsAlong(points: readonly { lat: number; lng: number }[], km: number): number[] | null {
  const found = new Set<number>();
  for (const [at, point] of points.entries()) {
    const before = points[at - 1] ?? point;
    const cells = getGridCells(join(around(before, km), around(point, km)));
    if (cells === null) return null;
    for (const cell of cells) found.add(cell);
  }
  return [...found];
}

/** The SQL condition for a card (alias c) at a landmark: in one of the indexed cells, then within reach of the point or line. */
export function landmarkReachSql(place: DictionaryLocation, values: SqlValues): string {
  const km = place.radius_km ?? 1;
  const points = place.line?.map(([lat, lng]) => ({ lat, lng })) ?? [{ lat: place.lat ?? 0, lng: place.lng ?? 0 }];
  const shrink = Math.cos(((place.lat ?? 0) * Math.PI) / 180);
  const flat = points.map(({ lat, lng }) => `(${lng * shrink},${lat})`);
  const [first] = flat;
  // Degrees of longitude scaled to those of latitude: accurate enough along any road.
  const shape = flat.length > 1 ? `${values.add(`[${flat.join(',')}]`)}::path` : `${values.add(first)}::point`;
  const near = `point(c.lng * ${values.add(shrink)}::float8, c.lat) <-> ${shape} <= ${values.add(km / kilometresPerDegree)}::float8`;
  const cells = cellsAlong(points, km);
  return cells ? `(c.cell = any (${values.add(cells)}::int[]) and ${near})` : `(${near})`;
}
