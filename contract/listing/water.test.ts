import { expect, test } from 'vitest';
import { waterSources } from '#contract/catalogue/kinds.ts';
import { waterOf } from './water.ts';

test('amenities decide whether there is a borehole or a tank; a listing says the rest', () => {
  expect(waterOf(['borehole', 'county'], [])).toEqual(['county']);
  expect(waterOf([], ['borehole', 'lift'])).toEqual(['borehole']);
  expect(waterOf(['tank', 'bowser'], ['water_tank'])).toEqual(['bowser', 'tank']);
});
test('a listing is not asked for what amenities say', () => {
  expect(waterOf(waterSources, [])).toEqual([...waterSources]);
});
