import { expect, test } from 'vitest';
import { listingMovedText } from './words.ts';

test('listing status text: a draft queued for publishing is shown as publishing automatically', () => {
  expect(listingMovedText({ title: 'A1', status: 'draft', wanted: true })).toBe(
    'Listing A1 will be published automatically when its checklist is complete. Until then it is not on the portal.',
  );
  expect(listingMovedText({ title: 'A1', status: 'draft', wanted: false })).toContain('changed to draft');
  expect(listingMovedText({ title: 'A1', status: 'live', wanted: false })).toContain('A1 published');
});
