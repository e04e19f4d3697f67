import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateListingCost, type ListingCostTerms } from './cost-breakdown.ts';
import { type BuyerCostRate, estimateBuyerCosts } from './rates.ts';

const today = '2026-11-16';
const terms = (change: Partial<ListingCostTerms> = {}): ListingCostTerms => ({
  listing_type: 0,
  price_cents: 3_000_000,
  price_period: 2,
  deposit_cents: 3_000_000,
  service_charge_cents: 200_000,
  agent_fee_cents: 100_000,
  other_charges: [
    { label: 'Water', cents: 50_000, often: 'monthly' },
    { label: 'Lease', cents: 20_000, often: 'once' },
  ],
  discounts: [],
  ...change,
});
const off = (value: number, change: Partial<ListingCostTerms['discounts'][number]> = {}) => ({
  discount_type: 2,
  value,
  stackable: false,
  applies_to: 'rent' as const,
  months: 1,
  ...change,
});

describe('rent cost breakdown', () => {
  test('adds up the move-in and monthly cost without a promotion', () => {
    expect(calculateListingCost(terms(), today)).toMatchObject({
      price_cents: 3_000_000,
      first_cents: 3_000_000,
      month_cents: 3_250_000,
      move_in_cents: 6_370_000,
      year_cents: 12 * 3_250_000 + 100_000 + 20_000,
      promotion: null,
      estimates: [],
    });
  });
  test('the yearly cost excludes refundable deposits', () => {
    const kept = [{ label: 'Lease', cents: 20_000, often: 'once' as const }];
    const back = ['Water deposit', 'Amana ya umeme'].map((label) => ({ label, cents: 250_000, often: 'once' as const }));
    const [plain, bill] = [
      calculateListingCost(terms({ other_charges: kept }), today),
      calculateListingCost(terms({ other_charges: [...kept, ...back] }), today),
    ];
    expect([bill.year_cents, bill.move_in_cents]).toEqual([plain.year_cents, plain.move_in_cents + 500_000]);
  });
  test('a promotion for the first two months lowers only those months, not the price or the monthly cost', () => {
    const plain = calculateListingCost(terms(), today);
    const bill = calculateListingCost(terms({ discounts: [off(1_000_000, { months: 2 })] }), today);
    expect(bill).toMatchObject({ price_cents: plain.price_cents, month_cents: plain.month_cents, promotion: { months: 2, cents: 2_000_000 } });
    expect(plain.move_in_cents - bill.move_in_cents).toBe(1_000_000);
    expect((plain.year_cents ?? 0) - (bill.year_cents ?? 0)).toBe(2_000_000);
  });
  test('a promotion on the deposit or a fee lowers that line only', () => {
    const bill = calculateListingCost(
      terms({ discounts: [off(500_000, { applies_to: 'deposit' }), off(40_000, { applies_to: 'agent_fee' })] }),
      today,
    );
    expect(bill.moveIn.map((l) => [l.kind, l.cents])).toEqual([
      ['price', 3_000_000],
      ['deposit', 2_500_000],
      ['service_charge', 200_000],
      ['agent_fee', 60_000],
      ['other', 50_000],
      ['other', 20_000],
    ]);
    expect(bill.promotion).toBeNull();
  });
});

test('cost breakdown: a yearly lease is compared per month, and a free month lowers the first payment by one month', () => {
  const bill = calculateListingCost(
    terms({ listing_type: 1, price_cents: 120_000_000, price_period: 6, discounts: [off(10_000, { discount_type: 1 })] }),
    today,
  );
  expect(bill).toMatchObject({ price_cents: 10_000_000, first_cents: 110_000_000, promotion: { months: 1, cents: 0 } });
});

const rates: BuyerCostRate[] = [
  { kind: 'valuation', starts_on: '2024-04-01', points: 25, least_cents: 1_000_000 },
  { kind: 'stamp_duty', starts_on: '2024-04-01', points: 400, least_cents: 0 },
  { kind: 'legal', starts_on: '2024-04-01', points: 150, least_cents: 3_500_000 },
];

test('cost breakdown: a sale costs its price plus estimated stamp duty, advocate and valuer fees', () => {
  const bill = calculateListingCost(terms({ listing_type: 2, price_cents: 1_000_000_000, price_period: 3, rates }), today);
  expect(bill).toMatchObject({ price_cents: 1_000_000_000, move_in_cents: 1_000_170_000, year_cents: null });
  expect(bill.estimates).toEqual([
    { kind: 'stamp_duty', points: 400, cents: 40_000_000 },
    { kind: 'legal', points: 150, cents: 15_000_000 },
    { kind: 'valuation', points: 25, cents: 2_500_000 },
  ]);
});

test('purchase cost rates: a rate applies from its start date and never gives less than its minimum', () => {
  const rates = [
    { kind: 'legal' as const, starts_on: '2026-01-01', points: 100, least_cents: 0 },
    { kind: 'legal' as const, starts_on: '2027-01-01', points: 200, least_cents: 5_000 },
  ];
  expect(estimateBuyerCosts(100_000, '2025-12-31', rates)).toEqual([]);
  expect(estimateBuyerCosts(100_000, '2026-12-31', rates)).toEqual([{ kind: 'legal', points: 100, cents: 1_000 }]);
  expect(estimateBuyerCosts(100_000, '2027-01-01', rates)).toEqual([{ kind: 'legal', points: 200, cents: 5_000 }]);
});

test('cost breakdown: a promotion never raises a cost and never changes the price used for comparison', () => {
  const discount = fc.record({
    discount_type: fc.constantFrom(1, 2, 3),
    value: fc.integer({ min: 0, max: 20_000_000 }),
    stackable: fc.boolean(),
    applies_to: fc.constantFrom('rent' as const, 'deposit' as const, 'agent_fee' as const),
    months: fc.integer({ min: 1, max: 60 }),
  });
  const some = fc.record({
    listing_type: fc.constantFrom(0, 1, 2),
    price_cents: fc.integer({ min: 1, max: 1_000_000_000 }),
    price_period: fc.constantFrom(2, 3, 4, 5, 6),
    discounts: fc.array(discount, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(some, (change) => {
      const [with_, without] = [calculateListingCost(terms(change), today), calculateListingCost(terms({ ...change, discounts: [] }), today)];
      expect([with_.price_cents, with_.month_cents]).toEqual([without.price_cents, without.month_cents]);
      for (const key of ['first_cents', 'move_in_cents', 'year_cents'] as const) {
        expect(with_[key] ?? 0).toBeLessThanOrEqual(without[key] ?? 0);
        expect(with_[key] ?? 0).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
