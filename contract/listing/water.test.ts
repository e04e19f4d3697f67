import { expect, test } from 'vitest';
import { waterSources } from '#contract/catalogue/kinds.ts';
import { describeWaterSupply } from './water.ts';

test('water sources: borehole and tank come from the amenities, other sources from the listing', () => {
  expect(describeWaterSupply(['borehole', 'county'], [])).toEqual(['county']);
  expect(describeWaterSupply([], ['borehole', 'lift'])).toEqual(['borehole']);
  expect(describeWaterSupply(['tank', 'bowser'], ['water_tank'])).toEqual(['bowser', 'tank']);
});
test('water sources: a listing does not offer sources that amenities cover', () => {
  expect(describeWaterSupply(waterSources, [])).toEqual([...waterSources]);
});
