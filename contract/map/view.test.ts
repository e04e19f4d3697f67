import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SearchFilters } from '#contract/search/query.ts';
import { type LngLat, roundDegrees } from './geo.ts';
import {
  addAreaParams,
  addNearParams,
  addViewParams,
  computeDrawnAreasBox,
  getMapView,
  initialMapView,
  type MapState,
  readMapState,
} from './view.ts';

const lng = fc.double({ min: 33, max: 42, noNaN: true }).map((d) => roundDegrees(d, 4));
const lat = fc.double({ min: -5, max: 5, noNaN: true }).map((d) => roundDegrees(d, 4));
const point = fc.tuple(lng, lat) as fc.Arbitrary<LngLat>;
const box = fc
  .tuple(lng, lat, fc.integer({ min: 1, max: 30_000 }), fc.integer({ min: 1, max: 30_000 }))
  .map(([w, s, dx, dy]) => ({ w, s, e: roundDegrees(w + dx / 1e4, 4), n: roundDegrees(s + dy / 1e4, 4) }));
const state: fc.Arbitrary<MapState> = fc.record({
  view: fc.option(fc.record({ box, zoom: fc.integer({ min: 40, max: 180 }).map((z) => z / 10) })),
  areas: fc.array(fc.array(point, { minLength: 3, maxLength: 60 }), { maxLength: 5 }),
  near: fc.option(fc.record({ lat, lng, km: fc.integer({ min: 1, max: 100 }) })),
});

const write = (s: MapState, params = new URLSearchParams()) => {
  const seen = s.view ? addViewParams(params, s.view) : params;
  return addNearParams(addAreaParams(seen, s.areas), s.near);
};

describe('map state in the URL', () => {
  test('is read back unchanged, and the search parses the same values', () => {
    fc.assert(
      fc.property(state, (s) => {
        const params = write(s, new URLSearchParams('type=rent&beds=1,2&page=3&after=abc'));
        expect(readMapState(new URLSearchParams(String(params)))).toEqual(s);
        expect(params.get('beds')).toBe('1,2');
        const { zoom: _, ...filters } = Object.fromEntries(params);
        const parsed = SearchFilters.safeParse(filters);
        expect(parsed.error?.issues).toBeUndefined();
        expect(parsed.data?.bbox ?? null).toEqual(s.view?.box ?? null);
        expect(parsed.data?.near ?? null).toEqual(s.near);
      }),
    );
  });
  test('moving the map resets the list to the first page', () => {
    const params = addViewParams(new URLSearchParams('page=3&after=x'), initialMapView);
    expect(params.get('page')).toBeNull();
    expect(params.get('after')).toBeNull();
  });
  test.each([
    'bbox=1,2,3',
    'bbox=a,b,c,d',
    'bbox=37,-1,36,-2',
    'bbox=,,,',
    'near=1,2',
    'near=1,2,-5',
    'near=1,2,1e9',
    'area=1,2;3,4',
    'area=1,2;3,4;x',
    'area=1,2;3,4;5,400',
  ])('the invalid value %s is ignored', (text) => {
    expect(readMapState(new URLSearchParams(text))).toEqual({ view: null, areas: [], near: null });
  });
});

describe('initial map view', () => {
  test('shows the drawn area if the URL has no other view', () => {
    const areas: LngLat[][] = [
      [
        [36.7, -1.3],
        [36.8, -1.3],
        [36.8, -1.2],
      ],
    ];
    const seen = getMapView({ view: null, areas, near: null });
    expect(seen.box.w).toBeLessThan(36.7);
    expect(seen.box.n).toBeGreaterThan(-1.2);
    expect(computeDrawnAreasBox({ areas: [], near: null })).toBeNull();
  });
  test('shows Nairobi by default', () => expect(getMapView({ view: null, areas: [], near: null })).toBe(initialMapView));
});
