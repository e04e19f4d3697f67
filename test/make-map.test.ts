import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { LngLat } from '#contract/map/geo.ts';
import { makeMap } from '../bin/make-map.mjs';
import { isInsidePolygon } from './is-inside.ts';

type Shapes<G> = { features: { properties: Record<string, string>; geometry: { coordinates: G } }[] };
type Base = { land: Shapes<LngLat[][][]>; counties: Shapes<LngLat[][][]>; labels: Shapes<LngLat> };
const file = readFileSync('public/map/kenya.json', 'utf8');
const base = JSON.parse(file) as Base;
const countyAt = (at: LngLat) =>
  base.counties.features.filter((f) => f.geometry.coordinates.some(([ring]) => isInsidePolygon(at, ring ?? []))).map((f) => f.properties.name);

describe('built-in map of Kenya', () => {
  test('equals the output of its generator', () => expect(file.trim()).toBe(makeMap()));
  test('is smaller than 300 KB compressed', () => expect(gzipSync(file).length).toBeLessThan(300 * 1024));
  test('has all 47 counties', () => expect(new Set(base.counties.features.map((f) => f.properties.code)).size).toBe(47));

  test.each(['Nairobi', 'Mombasa', 'Kisumu', 'Nakuru'])('places the city of %s in the county of the same name', (name) => {
    const label = base.labels.features.find((f) => f.properties.kind === 'city' && f.properties.name === name);
    expect(countyAt(label?.geometry.coordinates ?? [0, 0])).toEqual([name]);
  });
  test.each([
    ['Eldoret', 'Uasin Gishu'],
    ['Kitale', 'Trans Nzoia'],
    ['Garissa', 'Garissa'],
    ['Kisii', 'Kisii'],
  ])('places the town of %s in the county %s', (name, county) => {
    const label = base.labels.features.find((f) => f.properties.name === name && f.properties.kind !== 'county');
    expect(countyAt(label?.geometry.coordinates ?? [0, 0])).toEqual([county]);
  });
  test('labels each town of Kenya once, including the towns of bin/towns.json', () => {
    // Lang'ata and Langata are the same town.
    const plain = (name: string | undefined) => name?.replace(/[^a-z]/gi, '').toLowerCase();
    const named = (name: string) =>
      base.labels.features.filter((f) => plain(f.properties.name) === plain(name) && !['county', 'ward'].includes(f.properties.kind ?? ''));
    const towns = JSON.parse(readFileSync('bin/towns.json', 'utf8')) as { name: string }[];
    expect(towns.length).toBeGreaterThan(330);
    expect(towns.filter((town) => named(town.name).length === 0)).toEqual([]);
    for (const name of ['Nairobi', 'Thika', 'Lodwar', 'Watamu', 'Wamba']) expect(named(name), name).toHaveLength(1);
    expect(named('Lodwar')[0]?.properties.kind).toBe('town');
    expect(named('Wamba')[0]?.properties.kind).toBe('place');
  });
  test('places at least nine of ten locations of the map data inside their county, and the remaining locations on a shore or border', () => {
    const places = JSON.parse(readFileSync('server/location/places.json', 'utf8')) as { lat: number; lng: number; county: string }[];
    const code = new Map(base.counties.features.map((f) => [f.properties.name, f.properties.code]));
    const right = places.filter((p) => countyAt([p.lng, p.lat]).some((name) => code.get(name ?? '') === p.county));
    expect(right.length / places.length).toBeGreaterThan(0.9);
  });
});
