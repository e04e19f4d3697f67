import { expect, test } from 'vitest';
import { listingCalls } from '#contract/listing/calls.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { ratingCalls } from '#contract/rating/calls.ts';
import { matchDeletedRecordQueries, matchStaleCalls } from './touches.ts';

test('stale data after a write: includes the module of the call and the home page, but no other module', () => {
  const isStale = matchStaleCalls(policyCalls.create);
  expect(isStale(policyCalls.list.path)).toBe(true);
  expect(isStale('/api/v2/home/dashboard/')).toBe(true);
  expect(isStale(listingCalls.list.path)).toBe(false);
  expect(isStale('/api/v2/policyholders/all/')).toBe(false);
});

test('stale data after a write: includes all reads of a declared module, or only a declared call', () => {
  const isStale = matchStaleCalls(policyCalls.create, [listingCalls, propertyCalls.details]);
  expect(Object.values(listingCalls).every((call) => isStale(call.path))).toBe(true);
  expect(isStale(propertyCalls.details.path)).toBe(true);
  expect(isStale(propertyCalls.list.path)).toBe(false);
});

test('refetch after a deletion: skips reads of the deleted record only, and not other records, lists or modules', () => {
  const isGone = matchDeletedRecordQueries(policyCalls.remove, { id: 7 });
  expect(isGone([policyCalls.details.path, { id: 7 }])).toBe(true);
  expect(isGone([policyCalls.details.path, { id: '7' }])).toBe(true);
  expect(isGone([policyCalls.details.path, { id: 8 }])).toBe(false);
  expect(isGone([policyCalls.list.path, { page: 1 }])).toBe(false);
  expect(isGone([propertyCalls.details.path, { id: 7 }])).toBe(false);
  expect(matchDeletedRecordQueries(policyCalls.update, { id: 7 })([policyCalls.details.path, { id: 7 }])).toBe(false);
});

test('refetch after a deletion: still reads the policy of a deleted draft and a category with the id of a deleted question', () => {
  expect(matchDeletedRecordQueries(policyCalls.dropNext, { id: 7 })([policyCalls.details.path, { id: 7 }])).toBe(false);
  expect(matchDeletedRecordQueries(ratingCalls.removeItem, { id: 3 })([ratingCalls.categoryDetails.path, { id: 3 }])).toBe(false);
  expect(matchDeletedRecordQueries(ratingCalls.removeCategory, { id: 3 })([ratingCalls.categoryDetails.path, { id: 3 }])).toBe(true);
});
