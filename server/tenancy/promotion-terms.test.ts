import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { sumCents } from '#contract/money/cents.ts';
import { buildRentSchedule } from '#contract/tenancy/schedule.ts';
import { addMonths, type Day, dayMs } from '#contract/time/days.ts';
import { toTenancyTermsOfBooking } from './begin-tenancy.ts';

const aDay = fc.integer({ min: 20_000, max: 24_000 }).map((n): Day => new Date(n * dayMs).toISOString().slice(0, 10));
const terms = (price_cents: number, price_period: number) => ({
  listing_type: 0,
  price_cents,
  price_period,
  deposit_cents: price_cents,
  service_charge_cents: 0,
  agent_fee_cents: 0,
  other_charges: [],
});
/** The bill of a booking made while this promotion lowers the listing's price. */
const promoted = (
  asked: ReturnType<typeof terms>,
  discount: { discount_type: number; value: number; applies_to: 'rent' | 'deposit'; months: number },
) => {
  const { promotion, moveIn } = calculateListingCost({ ...asked, discounts: [{ ...discount, stackable: false }] }, '2026-11-17');
  return { ...asked, promotion, due: moveIn };
};

test('promotion discount: is the same in the tenancy as in the listing, as a percentage or as an amount', () => {
  const off = fc.oneof(
    fc.record({ discount_type: fc.constant(1), value: fc.integer({ min: 100, max: 10_000 }) }),
    fc.record({ discount_type: fc.constant(2), value: fc.integer({ min: 1, max: 9_000_000 }) }),
  );
  fc.assert(
    fc.property(aDay, fc.integer({ min: 100_000, max: 9_000_000 }), off, fc.integer({ min: 1, max: 12 }), (start, price, discount, months) => {
      const bill = promoted(terms(price, 2), { ...discount, months, applies_to: 'rent' });
      const charges = (toTenancyTermsOfBooking(bill, start, 12).charges ?? []).map((one) => ({ ...one, from: start, last: one.last ?? null }));
      const given = sumCents(buildRentSchedule([], charges, start, addMonths(start, 14)).map((line) => line.cents ?? 0));
      expect(-given).toBe(bill.promotion ? (price - bill.promotion.cents) * months : 0);
    }),
  );
});

test('promotion: reduces a one-time rent once, and a reduced deposit becomes the deposit of the tenancy', () => {
  const once = promoted(terms(1_000_000, 3), { discount_type: 1, value: 1000, applies_to: 'rent', months: 1 });
  expect(toTenancyTermsOfBooking(once, '2026-11-17', 12).charges).toMatchObject([{ kind: 'discount', cents: -100_000, often: 'once' }]);
  const deposit = promoted(terms(1_000_000, 2), { discount_type: 1, value: 5000, applies_to: 'deposit', months: 1 });
  expect(toTenancyTermsOfBooking(deposit, '2026-11-17', 12)).toMatchObject({ depositCents: 500_000, charges: [] });
});
