import { expect, test } from 'vitest';
import { waterSources } from '#contract/catalogue/kinds.ts';
import { waterOf } from './water.ts';

test('water: amenities decide on borehole and tank, the listing adds other sources', () => {
  expect(waterOf(['borehole', 'county'], [])).toEqual(['county']);
  expect(waterOf([], ['borehole', 'lift'])).toEqual(['borehole']);
  expect(waterOf(['tank', 'bowser'], ['water_tank'])).toEqual(['bowser', 'tank']);
});
test('water: a listing does not offer sources that amenities cover', () => {
  expect(waterOf(waterSources, [])).toEqual([...waterSources]);
});
