import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInsidePolygon } from '#test/is-inside.ts';
import {
  buildCircleAround,
  computeBoundingBox,
  convertDrawingToLngLat,
  type LngLat,
  measureDistanceMetres,
  parseDrawnArea,
  simplifyLine,
} from './geo.ts';

const point = fc.tuple(fc.double({ min: 33, max: 42, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })) as fc.Arbitrary<LngLat>;

describe('county outlines on the map', () => {
  test('the corner of the drawing has the calculated coordinates', () => {
    expect(convertDrawingToLngLat(0, 0)[0]).toBeCloseTo(33.91021, 5);
    // 5.43418 degrees of Mercator are slightly less on the ground.
    expect(convertDrawingToLngLat(0, 0)[1]).toBeCloseTo(5.42605, 3);
  });
  test('preserve directions: right in the drawing is east, and down is south', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 1000 }), (x, y) => {
        const [lng, lat] = convertDrawingToLngLat(x, y);
        expect(convertDrawingToLngLat(x + 1, y)[0]).toBeGreaterThan(lng);
        expect(convertDrawingToLngLat(x, y + 1)[1]).toBeLessThan(lat);
      }),
    );
  });
});

describe('map circle', () => {
  test('is a closed ring whose corners lie at the requested distance', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 50, max: 20_000 }), (centre, metres) => {
        const ring = buildCircleAround(centre, metres);
        expect(ring[0]).toEqual(ring.at(-1));
        for (const corner of ring) expect(Math.abs(measureDistanceMetres(centre, corner) - metres)).toBeLessThan(metres * 0.01 + 0.5);
        expect(isInsidePolygon(centre, ring)).toBe(true);
      }),
    );
  });
});

describe('point in polygon', () => {
  const bay: LngLat[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 2],
    [0, 10],
  ];
  test('a point in a bay is outside the polygon around the bay', () => {
    expect(isInsidePolygon([1, 1], bay)).toBe(true);
    expect(isInsidePolygon([5, 8], bay)).toBe(false);
    expect(isInsidePolygon([11, 1], bay)).toBe(false);
  });
  test('agrees with the bounds for a rectangular polygon', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, p) => {
        const box = computeBoundingBox([a, b]);
        if (!box || box.w === box.e || box.s === box.n) return;
        // The outline itself belongs to neither side.
        if ([box.w, box.e].includes(p[0]) || [box.s, box.n].includes(p[1])) return;
        const ring: LngLat[] = [
          [box.w, box.s],
          [box.e, box.s],
          [box.e, box.n],
          [box.w, box.n],
        ];
        expect(isInsidePolygon(p, ring)).toBe(p[0] > box.w && p[0] < box.e && p[1] > box.s && p[1] < box.n);
      }),
    );
  });
});

describe('line simplification', () => {
  test('keeps both ends and the order, and at most the given number of points', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 300 }), fc.integer({ min: 2, max: 60 }), (line, most) => {
        const kept = simplifyLine(line, most);
        expect(kept.length).toBeLessThanOrEqual(most);
        expect(kept[0]).toEqual(line[0]);
        expect(kept.at(-1)).toEqual(line.at(-1));
        let from = 0;
        for (const p of kept) {
          const at = line.indexOf(p, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + 1;
        }
      }),
    );
  });
  test('drops points on a straight line and keeps corners', () => {
    const straight: LngLat[] = Array.from({ length: 50 }, (_, i): LngLat => [i, 0]);
    const corner: LngLat[] = [...straight, [49, 49]];
    expect(simplifyLine(straight, 60)).toEqual([
      [0, 0],
      [49, 0],
    ]);
    expect(simplifyLine(corner, 3)).toEqual([
      [0, 0],
      [49, 0],
      [49, 49],
    ]);
  });
});

describe('hand-drawn search area', () => {
  test('has at most sixty corners, does not repeat the first one, and contains the centre of the drawn circle', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 500, max: 20_000 }), (centre, metres) => {
        const area = parseDrawnArea(buildCircleAround(centre, metres, 400), 60);
        expect(area?.length).toBeLessThanOrEqual(60);
        expect(area?.[0]).not.toEqual(area?.at(-1));
        expect(isInsidePolygon(centre, area ?? [])).toBe(true);
      }),
    );
  });
  test('is empty for a single press or a straight line', () => {
    expect(parseDrawnArea([[36, -1]], 60)).toBeNull();
    expect(
      parseDrawnArea(
        [
          [36, -1],
          [36.5, -1],
          [37, -1],
        ],
        60,
      ),
    ).toBeNull();
  });
});
