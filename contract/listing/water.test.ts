import { expect, test } from 'vitest';
import { waterSources } from '#contract/catalogue/kinds.ts';
import { listWaterSources } from './water.ts';

test('water sources: borehole and tank come from the amenities, other sources from the listing', () => {
  expect(listWaterSources(['borehole', 'county'], [])).toEqual(['county']);
  expect(listWaterSources([], ['borehole', 'lift'])).toEqual(['borehole']);
  expect(listWaterSources(['tank', 'bowser'], ['water_tank'])).toEqual(['bowser', 'tank']);
});
test('water sources: a listing does not offer sources that amenities cover', () => {
  expect(listWaterSources(waterSources, [])).toEqual([...waterSources]);
});
