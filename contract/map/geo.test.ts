import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInside } from '#test/is-inside.ts';
import { areaOf, boxOf, circleAround, fromDrawing, metresBetween, type Point, simplify } from './geo.ts';

const point = fc.tuple(fc.double({ min: 33, max: 42, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })) as fc.Arbitrary<Point>;

describe('the fit of the county outlines', () => {
  test('puts the corner of the drawing where the numbers say; the towns are checked on the finished map (test/make-map.test.ts)', () => {
    expect(fromDrawing(0, 0)[0]).toBeCloseTo(33.91021, 5);
    // 5.43418 degrees of Mercator are a little less on the ground.
    expect(fromDrawing(0, 0)[1]).toBeCloseTo(5.42605, 3);
  });
  test('keeps the order: right is east, down is south', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 1000 }), (x, y) => {
        const [lng, lat] = fromDrawing(x, y);
        expect(fromDrawing(x + 1, y)[0]).toBeGreaterThan(lng);
        expect(fromDrawing(x, y + 1)[1]).toBeLessThan(lat);
      }),
    );
  });
});

describe('a circle', () => {
  test('is closed, and each corner lies as far away as asked', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 50, max: 20_000 }), (centre, metres) => {
        const ring = circleAround(centre, metres);
        expect(ring[0]).toEqual(ring.at(-1));
        for (const corner of ring) expect(Math.abs(metresBetween(centre, corner) - metres)).toBeLessThan(metres * 0.01 + 0.5);
        expect(isInside(centre, ring)).toBe(true);
      }),
    );
  });
});

describe('inside', () => {
  const bay: Point[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 2],
    [0, 10],
  ];
  test('knows a bay from the land', () => {
    expect(isInside([1, 1], bay)).toBe(true);
    expect(isInside([5, 8], bay)).toBe(false);
    expect(isInside([11, 1], bay)).toBe(false);
  });
  test('of a box is what the box says', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, p) => {
        const box = boxOf([a, b]);
        if (!box || box.w === box.e || box.s === box.n) return;
        // The outline itself belongs to neither side.
        if ([box.w, box.e].includes(p[0]) || [box.s, box.n].includes(p[1])) return;
        const ring: Point[] = [
          [box.w, box.s],
          [box.e, box.s],
          [box.e, box.n],
          [box.w, box.n],
        ];
        expect(isInside(p, ring)).toBe(p[0] > box.w && p[0] < box.e && p[1] > box.s && p[1] < box.n);
      }),
    );
  });
});

describe('a simpler line', () => {
  test('has at most so many points, keeps the ends and the order', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 300 }), fc.integer({ min: 2, max: 60 }), (line, most) => {
        const kept = simplify(line, most);
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
  test('drops what lies on the way and keeps the corner', () => {
    const straight: Point[] = Array.from({ length: 50 }, (_, i): Point => [i, 0]);
    const corner: Point[] = [...straight, [49, 49]];
    expect(simplify(straight, 60)).toEqual([
      [0, 0],
      [49, 0],
    ]);
    expect(simplify(corner, 3)).toEqual([
      [0, 0],
      [49, 0],
      [49, 49],
    ]);
  });
});

describe('an area drawn by hand', () => {
  test('is open, has at most sixty corners, and almost the drawn box', () => {
    fc.assert(
      fc.property(point, fc.integer({ min: 500, max: 20_000 }), (centre, metres) => {
        const area = areaOf(circleAround(centre, metres, 400), 60);
        expect(area?.length).toBeLessThanOrEqual(60);
        expect(area?.[0]).not.toEqual(area?.at(-1));
        expect(isInside(centre, area ?? [])).toBe(true);
      }),
    );
  });
  test('of a press or a straight line is none', () => {
    expect(areaOf([[36, -1]], 60)).toBeNull();
    expect(
      areaOf(
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
