import { expect, test } from 'vitest';
import { listingCalls } from '#contract/listing/calls.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { ratingCalls } from '#contract/rating/calls.ts';
import { goneAfter, staleAfter } from './touches.ts';

test('an act makes its own module and the home page stale, and nothing else', () => {
  const isStale = staleAfter(policyCalls.create);
  expect(isStale(policyCalls.list.path)).toBe(true);
  expect(isStale('/api/v2/home/dashboard/')).toBe(true);
  expect(isStale(listingCalls.list.path)).toBe(false);
  expect(isStale('/api/v2/policyholders/all/')).toBe(false);
});

test('a module it touches becomes stale as a whole, a call alone', () => {
  const isStale = staleAfter(policyCalls.create, [listingCalls, propertyCalls.details]);
  expect(Object.values(listingCalls).every((call) => isStale(call.path))).toBe(true);
  expect(isStale(propertyCalls.details.path)).toBe(true);
  expect(isStale(propertyCalls.list.path)).toBe(false);
});

test('of a deleted record nothing is asked for again; others, lists and other modules are', () => {
  const isGone = goneAfter(policyCalls.remove, { id: 7 });
  expect(isGone([policyCalls.details.path, { id: 7 }])).toBe(true);
  expect(isGone([policyCalls.details.path, { id: '7' }])).toBe(true);
  expect(isGone([policyCalls.details.path, { id: 8 }])).toBe(false);
  expect(isGone([policyCalls.list.path, { page: 1 }])).toBe(false);
  expect(isGone([propertyCalls.details.path, { id: 7 }])).toBe(false);
  expect(goneAfter(policyCalls.update, { id: 7 })([policyCalls.details.path, { id: 7 }])).toBe(false);
});

test('refetch after a deletion: the policy of a deleted draft, and a category with the same number as a question', () => {
  expect(goneAfter(policyCalls.dropNext, { id: 7 })([policyCalls.details.path, { id: 7 }])).toBe(false);
  expect(goneAfter(ratingCalls.removeItem, { id: 3 })([ratingCalls.categoryDetails.path, { id: 3 }])).toBe(false);
  expect(goneAfter(ratingCalls.removeCategory, { id: 3 })([ratingCalls.categoryDetails.path, { id: 3 }])).toBe(true);
});
