/** Geometry of the map, pure functions. Points are [lng, lat] as in GeoJSON. */
export type LngLat = readonly [lng: number, lat: number];
export type PolygonRing = readonly LngLat[];
export type BoundingBox = { readonly w: number; readonly s: number; readonly e: number; readonly n: number };

/** The allowed rectangle for a property's pin; a table constraint enforces the same. */
export const kenyaBounds = { lat: [-5.5, 5.8], lng: [33.5, 42.5] } as const;
/** The coordinates of a pin as text, for an input field. */
export type PinText = { readonly lat: string; readonly lng: string };
/** A typed coordinate; null if it is not in Kenya. */
export function parsePinCoordinate(name: 'lat' | 'lng', text: string): number | null {
  const value = Number(text);
  const [from, to] = kenyaBounds[name];
  return text.trim() !== '' && value >= from && value <= to ? roundDegrees(value) : null;
}

const radians = Math.PI / 180;
const earthMetres = 6_371_008.8;

/** The county outlines are pixels of a Mercator drawing; these constants convert them to coordinates. */
export function convertDrawingToLngLat(x: number, y: number): LngLat {
  const mercator = (5.43418 - 0.00999968 * y) * radians;
  return [33.91021 + 0.00997457 * x, (2 * Math.atan(Math.exp(mercator)) - Math.PI / 2) / radians];
}

export function measureDistanceMetres(a: LngLat, b: LngLat): number {
  const [lat, latB] = [a[1] * radians, b[1] * radians];
  const h = Math.sin((latB - lat) / 2) ** 2 + Math.cos(lat) * Math.cos(latB) * Math.sin(((b[0] - a[0]) * radians) / 2) ** 2;
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A closed circle. */
export function buildCircleAround([lng, lat]: LngLat, metres: number, corners = 64): LngLat[] {
  const dLat = metres / earthMetres / radians;
  const dLng = dLat / Math.cos(lat * radians);
  return Array.from({ length: corners + 1 }, (_, at): LngLat => {
    const turn = ((at % corners) / corners) * 2 * Math.PI;
    return [lng + dLng * Math.cos(turn), lat + dLat * Math.sin(turn)];
  });
}

export function computeBoundingBox(points: readonly LngLat[]): BoundingBox | null {
  const [first] = points;
  if (!first) return null;
  const box = { w: first[0], s: first[1], e: first[0], n: first[1] };
  for (const [lng, lat] of points) {
    box.w = Math.min(box.w, lng);
    box.e = Math.max(box.e, lng);
    box.s = Math.min(box.s, lat);
    box.n = Math.max(box.n, lat);
  }
  return box;
}

/** The squared distance of a point from the line between two others, in degrees. */
function beside([x, y]: LngLat, [ax, ay]: LngLat, [bx, by]: LngLat): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
}

/** Douglas–Peucker: the weight of each point; the ends have the highest. */
function weights(line: readonly LngLat[]): number[] {
  const weight = line.map((_, at) => (at === 0 || at === line.length - 1 ? Number.POSITIVE_INFINITY : 0));
  const open: { from: number; to: number; most: number }[] = [{ from: 0, to: line.length - 1, most: Number.POSITIVE_INFINITY }];
  for (let span = open.pop(); span; span = open.pop()) {
    const [a, b] = [line[span.from], line[span.to]];
    if (!a || !b || span.to - span.from < 2) continue;
    let [far, at] = [-1, -1];
    for (let i = span.from + 1; i < span.to; i++) {
      const distance = beside(line[i] ?? a, a, b);
      if (distance > far) [far, at] = [distance, i];
    }
    // Never more than the weight of the enclosing span, so that cutting by weight keeps the order of the splits.
    const most = Math.min(far, span.most);
    weight[at] = most;
    open.push({ from: span.from, to: at, most }, { from: at, to: span.to, most });
  }
  return weight;
}

/** Simplifies the line to at most `most` points that keep its shape; points within ten centimetres of the line are dropped. */
export function simplifyLine(line: readonly LngLat[], most: number, tolerance = 1e-6): LngLat[] {
  const weight = weights(line);
  const kept = weight.map((w, at) => ({ w, at })).filter(({ w }) => w > tolerance * tolerance);
  const chosen = new Set(
    kept
      .sort((a, b) => b.w - a.w || a.at - b.at)
      .slice(0, Math.max(most, 2))
      .map(({ at }) => at),
  );
  return line.filter((_, at) => chosen.has(at));
}

/** The result is never minus zero, which a URL cannot hold. */
export const roundDegrees = (degrees: number, digits = 5): number => Number(degrees.toFixed(digits)) + 0;

/** A hand-drawn shape as the corners of an area: open, rounded, few; null if it encloses nothing. */
export function parseDrawnArea(drawn: readonly LngLat[], most: number): LngLat[] | null {
  const rounded = drawn.map(([lng, lat]): LngLat => [roundDegrees(lng), roundDegrees(lat)]);
  const distinct = rounded.filter((p, at) => at === 0 || p[0] !== rounded[at - 1]?.[0] || p[1] !== rounded[at - 1]?.[1]);
  const [first, last] = [distinct[0], distinct.at(-1)];
  if (distinct.length > 1 && first && last && first[0] === last[0] && first[1] === last[1]) distinct.pop();
  const corners = simplifyLine(distinct, most);
  if (corners.length < 3) return null;
  const box = computeBoundingBox(corners);
  return box && box.e > box.w && box.n > box.s ? corners : null;
}
