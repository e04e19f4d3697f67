import { expect, test } from 'vitest';
import { formatDueDate, subtractTenantCredit } from './due.ts';

test('due date text: shows the full date and the number of days until or since the date', () => {
  expect(formatDueDate('2026-12-05', 0, '2026-12-01')).toBe('Due 5 December 2026, in 4 days');
  expect(formatDueDate('2026-12-05', 0, '2026-12-04')).toBe('Due 5 December 2026, in 1 day');
  expect(formatDueDate('2026-12-05', 0, '2026-12-05')).toBe('Due today, 5 December 2026');
  expect(formatDueDate('2026-12-05', 12, '2026-12-17')).toBe('Was due 5 December 2026, 12 days ago');
});

test('next due amount: subtracts tenant credit in whole shillings, and leaves odd cents of the credit unused', () => {
  expect(subtractTenantCredit(6_280_000, 2_000_000)).toBe(4_280_000);
  expect(subtractTenantCredit(6_280_000, 200_050)).toBe(6_080_000);
  expect(subtractTenantCredit(100_000, 250_050)).toBe(0);
});
