import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter, daysBetween, quoteOf } from './kinds.ts';

test('a booking of one day costs one day; days the wrong way round cost nothing', () => {
  expect(daysBetween('2026-11-15', '2026-11-15')).toBe(1);
  expect(daysBetween('2026-11-28', '2026-12-03')).toBe(6);
  expect(quoteOf('2026-11-28', '2026-12-03', 50_000)).toBe(300_000);
  expect(quoteOf('2026-12-03', '2026-11-28', 50_000)).toBe(0);
});

test('as many days later, as many days in between', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 365 }), (start, n) => {
      const from = new Date(start * 86_400_000).toISOString().slice(0, 10);
      expect(daysBetween(from, dayAfter(from, n))).toBe(n + 1);
    }),
  );
});
