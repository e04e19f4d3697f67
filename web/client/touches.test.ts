import { expect, test } from 'vitest';
import { listingCalls } from '#contract/listing/calls.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { ratingCalls } from '#contract/rating/calls.ts';
import { goneAfter, staleAfter } from './touches.ts';

test('an act makes its own room and the home page stale, and nothing else', () => {
  const isStale = staleAfter(policyCalls.create);
  expect(isStale(policyCalls.all.path)).toBe(true);
  expect(isStale('/api/v2/home/dashboard/')).toBe(true);
  expect(isStale(listingCalls.all.path)).toBe(false);
  expect(isStale('/api/v2/policyholders/all/')).toBe(false);
});

test('a room it touches becomes stale as a whole, a call alone', () => {
  const isStale = staleAfter(policyCalls.create, [listingCalls, propertyCalls.one]);
  expect(Object.values(listingCalls).every((call) => isStale(call.path))).toBe(true);
  expect(isStale(propertyCalls.one.path)).toBe(true);
  expect(isStale(propertyCalls.all.path)).toBe(false);
});

test('of a deleted record nothing is asked for again; others, lists and other rooms are', () => {
  const isGone = goneAfter(policyCalls.remove, { id: 7 });
  expect(isGone([policyCalls.details.path, { id: 7 }])).toBe(true);
  expect(isGone([policyCalls.details.path, { id: '7' }])).toBe(true);
  expect(isGone([policyCalls.details.path, { id: 8 }])).toBe(false);
  expect(isGone([policyCalls.all.path, { page: 1 }])).toBe(false);
  expect(isGone([propertyCalls.one.path, { id: 7 }])).toBe(false);
  expect(goneAfter(policyCalls.update, { id: 7 })([policyCalls.details.path, { id: 7 }])).toBe(false);
});

test('what a deletion leaves alive is read again: the policy whose draft was dropped, the category of the same number as a question', () => {
  expect(goneAfter(policyCalls.dropNext, { id: 7 })([policyCalls.details.path, { id: 7 }])).toBe(false);
  expect(goneAfter(ratingCalls.removeItem, { id: 3 })([ratingCalls.category.path, { id: 3 }])).toBe(false);
  expect(goneAfter(ratingCalls.removeCategory, { id: 3 })([ratingCalls.category.path, { id: 3 }])).toBe(true);
});
