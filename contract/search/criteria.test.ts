import { expect, test } from 'vitest';
import { formatCriteria } from './criteria.ts';
import { SearchFilters } from './query.ts';

const names = {
  nameOf: (filter: string, value: string) => (filter === 'place' && value === '7' ? 'Kilimani' : null),
  day: (day: string) => `day ${day}`,
};
const said = (query: string) => formatCriteria(new URLSearchParams(query), names).map((text) => text.replaceAll('\u00a0', ' '));

test('search criteria: every filter value has a readable description', () => {
  expect(said('type=rent&beds=0,2&place=7&max=60000&amenities=borehole,backup_power&furnished=semi&available_by=2027-01-01')).toEqual([
    'Rent',
    'Bedsitter or studio',
    '2 bedrooms',
    'Kilimani',
    'Up to KES 60,000',
    'borehole',
    'backup power',
    'Partly furnished',
    'Available by day 2027-01-01',
  ]);
});

test('search criteria: every possible filter is described by a text, not by its code', () => {
  for (const filter of Object.keys(SearchFilters.shape)) expect(said(`${filter}=true`)[0], filter).not.toBe('');
  expect(said('bbox=1,2,3,4')).toHaveLength(1);
  expect(said('area=1,2;3,4;5,6')).toHaveLength(1);
});
