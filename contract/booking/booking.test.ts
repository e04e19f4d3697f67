import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateRentToIncomePercent, isIdNumberValid, isIncomeSufficient } from '#contract/application/kinds.ts';
import { nairobiOffsetMs, toNairobiDay } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { calculateFirstMonthsWithCharges } from './first-months.ts';
import {
  calculateScreeningScore,
  findMissingScreeningChecks,
  type ScreeningCheckResult,
  screeningCheckOutcomes,
  screeningChecks,
  screeningCheckWeights,
} from './kinds.ts';

const found = fc.uniqueArray(fc.record({ what: fc.constantFrom(...screeningChecks), outcome: fc.constantFrom(...screeningCheckOutcomes) }), {
  selector: (one) => one.what,
});

describe('screening score', () => {
  test('is the sum of its lines between 0 and 100, and a passed check never lowers the score', () => {
    expect(Object.values(screeningCheckWeights).reduce((sum, n) => sum + n, 0)).toBe(100);
    fc.assert(
      fc.property(found, fc.constantFrom(...screeningChecks), (some, what) => {
        const { score, lines } = calculateScreeningScore(some);
        expect(score).toBe(lines.reduce((sum, line) => sum + line.points, 0));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        const better: ScreeningCheckResult[] = [...some.filter((one) => one.what !== what), { what, outcome: 'pass' }];
        expect(calculateScreeningScore(better).score).toBeGreaterThanOrEqual(score);
      }),
    );
  });
  test('approval requires the identity and income checks to be passed or waived', () => {
    expect(findMissingScreeningChecks([])).toEqual(['identity', 'income']);
    expect(
      findMissingScreeningChecks([
        { what: 'identity', outcome: 'waived' },
        { what: 'income', outcome: 'fail' },
      ]),
    ).toEqual(['income']);
    expect(
      findMissingScreeningChecks([
        { what: 'identity', outcome: 'pass' },
        { what: 'income', outcome: 'pass' },
      ]),
    ).toEqual([]);
  });
  test('the affordable rent is at most a third of the income', () => {
    expect(isIncomeSufficient(3_000_000, 9_000_000)).toBe(true);
    expect(isIncomeSufficient(3_000_001, 9_000_000)).toBe(false);
    expect(calculateRentToIncomePercent(3_000_000, 9_000_000)).toBe(33);
    expect(calculateRentToIncomePercent(3_000_000, 0)).toBeNull();
  });
});

test('booking deadline: ends at 8 PM on the first evening after the promised number of hours', () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 200 }), (at, hours) => {
      const end = computeEveningDeadline(at, hours);
      expect(new Date(end.getTime() + nairobiOffsetMs).toISOString().slice(11)).toBe('20:00:00.000Z');
      const left = (end.getTime() - at.getTime()) / 3_600_000 - hours;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThan(24);
    }),
  );
  expect(toNairobiDay(computeEveningDeadline(new Date('2026-12-01T09:00:00Z'), 72))).toBe('2026-12-04');
});

test('identity number: is checked against its document type, whatever its spacing and case', () => {
  expect(isIdNumberValid('national_id', '12 345 678')).toBe(true);
  expect(isIdNumberValid('national_id', 'A1234567')).toBe(false);
  expect(isIdNumberValid('passport', 'ak1234567')).toBe(true);
  expect(isIdNumberValid('alien_id', '123')).toBe(false);
});

test('promotion: the price of promoted months includes the other monthly charges, and a one-time payment is unchanged', () => {
  const bill = { month_cents: 6_880_000, month_rent_cents: 6_250_000 };
  expect(calculateFirstMonthsWithCharges({ ...bill, promotion: { months: 1, cents: 5_625_000 } })).toEqual({ months: 1, cents: 6_255_000 });
  expect(calculateFirstMonthsWithCharges({ ...bill, promotion: { months: 0, cents: 5_625_000 } })).toEqual({ months: 0, cents: 5_625_000 });
  expect(calculateFirstMonthsWithCharges({ ...bill, promotion: null })).toBeNull();
});
