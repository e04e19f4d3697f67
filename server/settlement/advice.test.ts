import { expect, test } from 'vitest';
import { restOf } from './advice.ts';

test('a remittance advice that has not all its lines says how many more there are, and what they come to', () => {
  const shown = [{ cents: 60_000 }, { cents: -5_000 }];
  expect(restOf({ total: 100_000, opening: 10_000 }, shown, 2)).toEqual([]);
  const [row] = restOf({ total: 100_000, opening: 10_000 }, shown, 1_052);
  expect(row?.[1]).toContain('1,050');
  expect(row?.[2]).toBe('KES 350');
});
