import { describe, expect, test } from 'vitest';
import type { RentMonthInput } from './month.ts';
import { calculateRentDifference, replaceRent } from './rent-correction.ts';

const term = { from: '2027-01-01', last: '2027-12-31', rent_cents: 3_000_000, period: 2 };
const facts: RentMonthInput = {
  terms: [term],
  charges: [],
  starts_on: '2027-01-01',
  due_day: 1,
  holdover: 'roll',
  leaving_on: null,
  toward_cents: 0,
  floor: '1950-01-01',
  rent_tax: 'A',
  metered: [],
  billed: null,
};

describe('rent correction', () => {
  test('replaces the rent to the end of its term and keeps later terms', () => {
    const next = { ...term, from: '2028-01-01', last: '2028-12-31', rent_cents: 3_300_000 };
    expect(replaceRent([term, next], '2027-03-01', 2_500_000)).toEqual([
      { ...term, last: '2027-02-28' },
      { ...term, from: '2027-03-01', rent_cents: 2_500_000 },
      next,
    ]);
    expect(replaceRent([term], '2027-01-01', 2_500_000)).toEqual([{ ...term, rent_cents: 2_500_000 }]);
  });
  test('changes the months from that day on by the difference, and no earlier month', () => {
    expect(calculateRentDifference(facts, '2027-02-01', '2027-03-01', 2_500_000)).toEqual({ net: 0, cents: 0 });
    expect(calculateRentDifference(facts, '2027-03-01', '2027-03-01', 2_500_000)).toEqual({ net: -500_000, cents: -500_000 });
    expect(calculateRentDifference(facts, '2027-03-01', '2027-03-01', 3_200_000)).toEqual({ net: 200_000, cents: 200_000 });
  });
  test('includes the VAT of a commercial home', () => {
    const changed = calculateRentDifference({ ...facts, rent_tax: 'B' }, '2027-03-01', '2027-03-01', 2_500_000);
    expect(changed).toEqual({ net: -500_000, cents: -580_000 });
  });
});
