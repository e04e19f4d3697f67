import { expect, test } from 'vitest';
import { countHiddenListings, findListingHiddenReason, type ListingVisibilityFacts } from './hidden-reasons.ts';

const shown: ListingVisibilityFacts = {
  status: 'live',
  paused_by: null,
  over_plan: false,
  wanted: false,
  property: { status: 'verified', stalled: false, archived: false },
  holder: true,
  unit_status: 'vacant',
};
const at = (more: Partial<ListingVisibilityFacts>) => findListingHiddenReason({ ...shown, ...more });

test('hidden listing: states the first reason that applies', () => {
  expect(findListingHiddenReason(shown)).toBeNull();
  expect(at({ unit_status: null })).toBeNull();
  expect(at({ property: { ...shown.property, status: 'pending_verification' } })).toBe('unverified');
  expect(at({ property: { ...shown.property, stalled: true, status: 'draft' } })).toBe('stalled');
  expect(at({ holder: false, over_plan: true })).toBe('holder');
  expect(at({ unit_status: 'occupied' })).toBe('taken');
  expect(at({ over_plan: true })).toBe('plan');
  expect(at({ status: 'paused', paused_by: 'stale' })).toBe('stale');
  expect(at({ status: 'paused', paused_by: 'company' })).toBe('paused');
  expect(at({ status: 'draft' })).toBe('draft');
  expect(at({ status: 'draft', wanted: true })).toBe('waiting');
  expect(at({ status: 'draft', wanted: true, property: { ...shown.property, status: 'draft' } })).toBe('unverified');
});

test('hidden listings: are counted by reason in a fixed order, without the visible listings', () => {
  const pending = { ...shown.property, status: 'pending_verification' };
  expect(
    countHiddenListings([
      { ...shown, n: 7 },
      { ...shown, over_plan: true, n: 2 },
      { ...shown, property: pending, n: 3 },
      { ...shown, status: 'draft', wanted: true, property: pending, n: 1 },
    ]),
  ).toEqual([
    { why: 'unverified', count: 4 },
    { why: 'plan', count: 2 },
  ]);
  expect(countHiddenListings([{ ...shown, n: 5 }])).toEqual([]);
});
