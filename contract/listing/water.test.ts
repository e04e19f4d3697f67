import { expect, test } from 'vitest';
import { waterSources } from '#contract/catalogue/kinds.ts';
import { waterOf } from './water.ts';

test('water sources: borehole and tank come from the amenities, other sources from the listing', () => {
  expect(waterOf(['borehole', 'county'], [])).toEqual(['county']);
  expect(waterOf([], ['borehole', 'lift'])).toEqual(['borehole']);
  expect(waterOf(['tank', 'bowser'], ['water_tank'])).toEqual(['bowser', 'tank']);
});
test('water sources: a listing does not offer sources that amenities cover', () => {
  expect(waterOf(waterSources, [])).toEqual([...waterSources]);
});
