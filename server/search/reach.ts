import type { Place } from './dictionary.ts';
import { type Box, boxOf, cellsOf, kilometresPerDegree } from './ground.ts';
import type { Values } from './reader.ts';

/** What a landmark reaches: its point or each bend of its line, and so many kilometres around. */
const around = ({ lat, lng }: { lat: number; lng: number }, km: number): Box => boxOf({ lat, lng, km });
const join = (a: Box, b: Box): Box => ({ w: Math.min(a.w, b.w), s: Math.min(a.s, b.s), e: Math.max(a.e, b.e), n: Math.max(a.n, b.n) });

/** The cells along a line, stretch by stretch: a road across the city would else be the whole city. */
function cellsAlong(points: readonly { lat: number; lng: number }[], km: number): number[] | null {
  const found = new Set<number>();
  for (const [at, point] of points.entries()) {
    const before = points[at - 1] ?? point;
    const cells = cellsOf(join(around(before, km), around(point, km)));
    if (cells === null) return null;
    for (const cell of cells) found.add(cell);
  }
  return [...found];
}

/** What has to hold of a card (alias c) that lies at a landmark: in one of the cells an index finds, then near enough to the point or the line. */
export function reaches(place: Place, values: Values): string {
  const km = place.radius_km ?? 1;
  const points = place.line?.map(([lat, lng]) => ({ lat, lng })) ?? [{ lat: place.lat ?? 0, lng: place.lng ?? 0 }];
  const shrink = Math.cos(((place.lat ?? 0) * Math.PI) / 180);
  const flat = points.map(({ lat, lng }) => `(${lng * shrink},${lat})`);
  const [first] = flat;
  // Degrees of longitude shrunk to those of latitude: flat enough along any road.
  const shape = flat.length > 1 ? `${values.add(`[${flat.join(',')}]`)}::path` : `${values.add(first)}::point`;
  const near = `point(c.lng * ${values.add(shrink)}::float8, c.lat) <-> ${shape} <= ${values.add(km / kilometresPerDegree)}::float8`;
  const cells = cellsAlong(points, km);
  return cells ? `(c.cell = any (${values.add(cells)}::int[]) and ${near})` : `(${near})`;
}
