import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumCents } from '#contract/money/cents.ts';
import { calculateEarnedPart, quoteFeaturedBooking, roundUpToShilling, splitAmountByDay } from './kinds.ts';

test('featured slot quote: one day costs the daily price plus VAT, and a range that ends before its start costs nothing', () => {
  expect(quoteFeaturedBooking('2026-11-15', '2026-11-15', 50_000, '2026-11-10')).toEqual({ net: 50_000, vat: 8_000, total: 58_000 });
  expect(quoteFeaturedBooking('2026-11-28', '2026-12-03', 50_000, '2026-11-10')).toEqual({ net: 300_000, vat: 48_000, total: 348_000 });
  expect(quoteFeaturedBooking('2026-12-03', '2026-11-28', 50_000, '2026-11-10').total).toBe(0);
});

test('featured slot quote: an M-Pesa prompt requests whole shillings, never less than the price', () => {
  expect([100, 101, 149, 150, 199, 200].map(roundUpToShilling)).toEqual([100, 200, 200, 200, 200, 200]);
});

test('featured slot revenue: the daily parts add up to the price to the cent, even when split into earned and unused days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), fc.integer({ min: 1, max: 365 }), fc.nat(365), (amount, days, n) => {
      const had = Math.min(n, days);
      const parts = splitAmountByDay(amount, days);
      expect(sumCents(parts)).toBe(amount);
      expect(sumCents(parts.slice(had)) + calculateEarnedPart(amount, days, had)).toBe(amount);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
    }),
  );
});
