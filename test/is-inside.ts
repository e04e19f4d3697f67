import type { LngLat } from '#contract/map/geo.ts';

/** Even-odd: a point is inside when a ray from it crosses the outline an odd number of times. */
export function isInsidePolygon([x, y]: LngLat, ring: readonly LngLat[]): boolean {
  let inside = false;
  let before = ring.at(-1);
  for (const point of ring) {
    if (before && point[1] > y !== before[1] > y && x < ((before[0] - point[0]) * (y - point[1])) / (before[1] - point[1]) + point[0])
      inside = !inside;
    before = point;
  }
  return inside;
}
