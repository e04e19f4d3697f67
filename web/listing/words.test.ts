import { expect, test } from 'vitest';
import { movedText } from './words.ts';

test('listing status text: a draft queued for publishing is shown as publishing automatically', () => {
  expect(movedText({ title: 'A1', status: 'draft', wanted: true })).toBe(
    'Listing A1 will be published automatically when its checklist is complete. Until then it is not on the portal.',
  );
  expect(movedText({ title: 'A1', status: 'draft', wanted: false })).toContain('changed to draft');
  expect(movedText({ title: 'A1', status: 'live', wanted: false })).toContain('A1 published');
});
