import { expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { restOf } from './advice.ts';

test('a remittance advice that has not all its lines says how many more there are, and what they come to', () => {
  const figures = { total: cents(100_000), opening: cents(10_000) };
  const shown = [{ cents: 60_000 }, { cents: -5_000 }];
  expect(restOf(figures, shown, 2)).toEqual([]);
  const [row] = restOf(figures, shown, 1_052);
  expect(row?.[1]).toContain('1050');
  expect(row?.[2]).toBe('KES 350');
});
