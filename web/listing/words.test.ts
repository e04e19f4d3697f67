import { expect, test } from 'vitest';
import { movedSaid } from './words.ts';

test('a listing that is to go live once it can is said to wait, not to be a draft again', () => {
  expect(movedSaid({ title: 'A1', status: 'draft', wanted: true })).toBe(
    'A1 goes live by itself as soon as its checklist is complete. Until then nobody sees it on the portal.',
  );
  expect(movedSaid({ title: 'A1', status: 'draft', wanted: false })).toContain('is a draft again');
  expect(movedSaid({ title: 'A1', status: 'live', wanted: false })).toContain('is live');
});
