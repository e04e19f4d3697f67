import { expect, test } from 'vitest';
import { whenText } from './due.ts';

test('when it is to be paid: in full and in days', () => {
  expect(whenText('2026-12-05', 0, '2026-12-01')).toBe('Due 5 December 2026, in 4 days');
  expect(whenText('2026-12-05', 0, '2026-12-04')).toBe('Due 5 December 2026, in 1 day');
  expect(whenText('2026-12-05', 0, '2026-12-05')).toBe('Due today, 5 December 2026');
  expect(whenText('2026-12-05', 12, '2026-12-17')).toBe('Was due 5 December 2026, 12 days ago');
});
