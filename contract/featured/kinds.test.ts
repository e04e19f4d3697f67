import { expect, test } from 'vitest';
import { quoteOf } from './kinds.ts';

test('a booking of one day costs one day; days the wrong way round cost nothing', () => {
  expect(quoteOf('2026-11-15', '2026-11-15', 50_000)).toBe(50_000);
  expect(quoteOf('2026-11-28', '2026-12-03', 50_000)).toBe(300_000);
  expect(quoteOf('2026-12-03', '2026-11-28', 50_000)).toBe(0);
});
