import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EffectiveTerms, resolveInheritedListingTerms } from './terms.ts';

const held: EffectiveTerms = {
  rent_cents: 2_500_000,
  deposit_cents: null,
  service_charge_cents: 200_000,
  water_source: ['borehole'],
  power_type: 'prepaid',
};
const rent = { listing_type: 0, price_period: 2, deposit_months: 1 };

describe('listing terms copied from a unit', () => {
  test('include rent, deposit by months of rent, charges, water and electricity', () => {
    expect(resolveInheritedListingTerms(held, rent)).toEqual({
      price_cents: 2_500_000,
      deposit_cents: 2_500_000,
      service_charge_cents: 200_000,
      water_source: ['borehole'],
      power_type: 'prepaid',
    });
    expect(resolveInheritedListingTerms({ ...held, deposit_cents: 100 }, rent).deposit_cents).toBe(100);
    expect(resolveInheritedListingTerms(held, { ...rent, deposit_months: 1.5 }).deposit_cents).toBe(3_750_000);
    // The deposit follows the listing's own price, not the unit's rent.
    expect(resolveInheritedListingTerms(held, rent, 3_000_000).deposit_cents).toBe(3_000_000);
  });
  test('a quarterly price covers three months with a deposit of one month, and a sale has no rent or deposit', () => {
    expect(resolveInheritedListingTerms(held, { ...rent, price_period: 4 })).toMatchObject({ price_cents: 7_500_000, deposit_cents: 2_500_000 });
    expect(resolveInheritedListingTerms(held, { listing_type: 2, price_period: 3, deposit_months: 1 })).toMatchObject({
      price_cents: null,
      deposit_cents: 0,
    });
  });
  test('an unknown price stays empty and never becomes zero', () => {
    const none = { rent_cents: null, deposit_cents: null, service_charge_cents: null, water_source: null, power_type: null };
    expect(resolveInheritedListingTerms(none, rent)).toEqual({
      price_cents: null,
      deposit_cents: 0,
      service_charge_cents: 0,
      water_source: [],
      power_type: '',
    });
    expect(resolveInheritedListingTerms({ ...none, rent_cents: 0 }, rent).price_cents).toBeNull();
  });
  test('deposits are whole cents for any number of months', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.integer({ min: 0, max: 48 }), fc.constantFrom(2, 4, 5, 6), (cents, halves, price_period) => {
        const terms = resolveInheritedListingTerms(
          { ...held, rent_cents: cents },
          { listing_type: 0, price_period, deposit_months: halves / 2 },
          null,
        );
        expect(Number.isSafeInteger(terms.deposit_cents)).toBe(true);
        if (cents > 0) expect(Math.abs(terms.deposit_cents - (cents * halves) / 2)).toBeLessThanOrEqual(0.5);
      }),
    );
  });
});
