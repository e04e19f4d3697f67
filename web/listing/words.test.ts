import { expect, test } from 'vitest';
import { formatListingMoveResult } from './words.ts';

test('listing status text: announces automatic publishing for a draft that is queued for publishing', () => {
  expect(formatListingMoveResult({ title: 'A1', status: 'draft', wanted: true })).toBe(
    'Listing A1 will be published automatically when its checklist is complete. Until then it is not on the portal.',
  );
  expect(formatListingMoveResult({ title: 'A1', status: 'draft', wanted: false })).toContain('changed to draft');
  expect(formatListingMoveResult({ title: 'A1', status: 'live', wanted: false })).toContain('A1 published');
});
