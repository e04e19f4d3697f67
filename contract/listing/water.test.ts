import { expect, test } from 'vitest';
import { waterSources } from '#contract/catalogue/kinds.ts';
import { listWaterSources } from './water.ts';

test('water sources: borehole and tank come from the amenities, other sources from the listing', () => {
  expect(listWaterSources(['borehole', 'county'], [])).toEqual(['county']);
  expect(listWaterSources([], ['borehole', 'lift'])).toEqual(['borehole']);
  expect(listWaterSources(['tank', 'bowser'], ['water_tank'])).toEqual(['bowser', 'tank']);
});
test('water sources: none of the sources offered in a listing is also an amenity', () => {
  expect(listWaterSources(waterSources, [])).toEqual([...waterSources]);
});
