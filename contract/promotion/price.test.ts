import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateListingQuality, listingQualityTips } from '#contract/listing/quality.ts';
import { calculatePromotedPrice } from './price.ts';

const percent = (value: number, stackable = false) => ({ discount_type: 1, value, stackable });
const fixed = (value: number, stackable = false) => ({ discount_type: 2, value, stackable });

test('promotion price: rounds half a cent up, never falls below zero, and is not changed by a perk', () => {
  expect(calculatePromotedPrice(45_000, [percent(1000)])).toBe(40_500);
  expect(calculatePromotedPrice(101, [percent(5000)])).toBe(51);
  expect(calculatePromotedPrice(100, [fixed(500)])).toBe(0);
  expect(calculatePromotedPrice(100, [{ discount_type: 3, value: 0, stackable: true }])).toBeNull();
  expect(calculatePromotedPrice(100, [])).toBeNull();
});

test('promotion price: uses only the best of the promotions that cannot be combined, and adds up combinable promotions', () => {
  expect(calculatePromotedPrice(10_000, [percent(1000), fixed(1500)])).toBe(8500);
  expect(calculatePromotedPrice(10_000, [percent(1000, true), fixed(500, true)])).toBe(8500);
  expect(calculatePromotedPrice(10_000, [percent(1000, true), fixed(500, true), percent(3000)])).toBe(7000);
});

test('promotion price: never exceeds the original price and never rises when a promotion is added', () => {
  const one = fc.record({ discount_type: fc.constantFrom(1, 2, 3), value: fc.integer({ min: 0, max: 20_000 }), stackable: fc.boolean() });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000_000 }), fc.array(one, { maxLength: 5 }), one, (price, some, more) => {
      const left = calculatePromotedPrice(price, some) ?? price;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(price);
      expect(calculatePromotedPrice(price, [...some, more]) ?? price).toBeLessThanOrEqual(left);
    }),
  );
});

test('listing quality: is 100 when complete and 0 when empty, and lists the most useful tip first', () => {
  const all = {
    pictures: 8,
    video: true,
    plan: true,
    description: 400,
    kiswahili: true,
    pin: true,
    amenities: 6,
    charges: true,
    contact: true,
    confirmedDays: 3,
  };
  const none = {
    pictures: 0,
    video: false,
    plan: false,
    description: 0,
    kiswahili: false,
    pin: false,
    amenities: 0,
    charges: false,
    contact: false,
    confirmedDays: null,
  };
  expect(calculateListingQuality(all)).toEqual({ score: 100, tips: [] });
  expect(calculateListingQuality(none).score).toBe(0);
  expect(calculateListingQuality(none).tips).toHaveLength(listingQualityTips.length);
  expect(calculateListingQuality({ ...all, pictures: 4, video: false }).tips).toEqual(['pictures', 'video']);
});
