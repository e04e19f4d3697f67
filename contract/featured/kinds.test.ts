import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '#contract/money/cents.ts';
import { dayParts, partOf, quoteOf, rungUp } from './kinds.ts';

test('a booking of one day costs one day and its VAT; days the wrong way round cost nothing', () => {
  expect(quoteOf('2026-11-15', '2026-11-15', 50_000, '2026-11-10')).toEqual({ net: 50_000, vat: 8_000, total: 58_000 });
  expect(quoteOf('2026-11-28', '2026-12-03', 50_000, '2026-11-10')).toEqual({ net: 300_000, vat: 48_000, total: 348_000 });
  expect(quoteOf('2026-12-03', '2026-11-28', 50_000, '2026-11-10').total).toBe(0);
});

test('a phone is asked for whole shillings, never for less than the price', () => {
  expect([100, 101, 149, 150, 199, 200].map(rungUp)).toEqual([100, 200, 200, 200, 200, 200]);
});

test('the days of a booking share its price to the cent, and what was had and what was not sum to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), fc.integer({ min: 1, max: 365 }), fc.nat(365), (amount, days, n) => {
      const had = Math.min(n, days);
      const parts = dayParts(amount, days);
      expect(sum(parts)).toBe(amount);
      expect(sum(parts.slice(had)) + partOf(amount, days, had)).toBe(amount);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
  );
});
