import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCents } from '#contract/money/cents.ts';
import { addDays, addMonths, countDaysInclusive, type Day, dayMs, daysInMonth, monthEnd } from '#contract/time/days.ts';
import { splitBookingPayment } from './booking-payment.ts';
import { allocateToDueLines, buildRentSchedule, type DueLine, listChargesInForce, type RecurringCharge, type RentTerm } from './schedule.ts';

const aDay = fc.integer({ min: 16_000, max: 24_000 }).map((n): Day => new Date(n * dayMs).toISOString().slice(0, 10));
const aRent = fc.integer({ min: 0, max: 100_000_000 });
const aPeriod = fc.constantFrom(2, 4, 5, 6);
const total = (lines: readonly DueLine[]) => sumCents(lines.map((line) => line.cents ?? 0));
const term = (from: Day, last: Day | null, rent_cents = 3_000_000, period = 2): RentTerm => ({ from, last, rent_cents, period });
const charge = (facts: Partial<RecurringCharge>): RecurringCharge => ({
  label: 'Water',
  kind: 'water',
  cents: 50_000,
  often: 'monthly',
  from: '2026-01-01',
  last: null,
  ...facts,
});

describe('rent schedule', () => {
  test('charges partial first and last months by days, due on the agreed day, or on the start date in the first month', () => {
    expect(buildRentSchedule([term('2026-11-16', '2027-01-15')], [], '2026-11-16', '2027-12-31', 5)).toEqual([
      { kind: 'rent', label: '', from: '2026-11-16', last: '2026-11-30', cents: 1_500_000, days: 15, of: 30, due: '2026-11-16' },
      { kind: 'rent', label: '', from: '2026-12-01', last: '2026-12-31', cents: 3_000_000, days: 31, of: 31, due: '2026-12-05' },
      { kind: 'rent', label: '', from: '2027-01-01', last: '2027-01-15', cents: 1_451_613, days: 15, of: 31, due: '2027-01-05' },
    ]);
  });

  test('applies a rent change in the middle of a month from the day of the change', () => {
    const lines = buildRentSchedule([term('2026-06-01', '2026-06-15'), term('2026-06-16', null, 6_000_000)], [], '2026-06-01', '2026-06-30');
    expect(lines.map((line) => line.cents)).toEqual([1_500_000, 3_000_000]);
  });

  test('contains quarterly, one-time, yearly and metered charges and a discount', () => {
    expect(
      buildRentSchedule([term('2026-02-01', null, 9_000_000, 4)], [], '2026-02-01', '2026-10-31').map((line) => [line.from, line.cents]),
    ).toEqual([
      ['2026-02-01', 9_000_000],
      ['2026-05-01', 9_000_000],
      ['2026-08-01', 9_000_000],
    ]);
    expect(buildRentSchedule([term('2026-02-01', '2027-01-31', 9_000_000, 3)], [], '2026-02-01', '2027-01-31')).toMatchObject([
      { cents: 9_000_000, days: 365 },
    ]);
    expect(buildRentSchedule([term('2026-02-01', '2027-01-31', 9_000_000, 3)], [], '2026-03-01', '2027-01-31')).toEqual([]);
    expect(buildRentSchedule([], [charge({ often: 'once' })], '2026-01-01', '2026-12-31')).toHaveLength(1);
    expect(buildRentSchedule([], [charge({ often: 'yearly', cents: 1_200 })], '2026-01-01', '2027-12-31').map((line) => line.cents)).toEqual([
      1_200, 1_200,
    ]);
    expect(buildRentSchedule([], [charge({ cents: null })], '2026-01-01', '2026-02-28').map((line) => line.cents)).toEqual([null, null]);
    expect(total(buildRentSchedule([], [charge({ cents: -50_000, kind: 'discount', last: '2026-03-31' })], '2026-01-01', '2026-12-31'))).toBe(
      -150_000,
    );
  });

  test('bills every day exactly once', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 900 }), aPeriod, aRent, fc.integer({ min: 1, max: 28 }), (from, days, period, rent, due) => {
        const last = addDays(from, days - 1);
        const lines = buildRentSchedule([term(from, null, rent, period)], [], from, last, due).sort((a, b) => (a.from < b.from ? -1 : 1));
        expect(lines[0]?.from).toBe(from);
        expect(lines.at(-1)?.last).toBe(last);
        for (const [at, line] of lines.entries()) {
          expect(line.days).toBe(countDaysInclusive(line.from, line.last));
          expect(line.days <= line.of).toBe(true);
          expect(line.due >= line.from || line.due.slice(8) === String(due).padStart(2, '0')).toBe(true);
          if (at > 0) expect(line.from).toBe(addDays(lines[at - 1]?.last ?? '', 1));
          if (line.days === line.of) expect(line.cents).toBe(rent);
        }
      }),
    );
  });

  test('a schedule split on any day adds up to the unsplit schedule, to the cent', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 2, max: 800 }), fc.nat(), aPeriod, aRent, (from, days, at, period, rent) => {
        const last = addDays(from, days - 1);
        const cut = addDays(from, 1 + (at % (days - 1)));
        const of = (a: Day, b: Day) => total(buildRentSchedule([term(from, null, rent, period)], [], a, b));
        expect(of(from, addDays(cut, -1)) + of(cut, last)).toBe(of(from, last));
      }),
    );
  });

  /** By the actual days of each month, calculated in another way than by schedule(). */
  function byDays(monthly: number, first: Day, last: Day): number {
    let sum = 0;
    for (let day = first; day <= last; day = addDays(day, 1)) sum += monthly / daysInMonth(day);
    return sum;
  }
  test('charges partial months by the actual days of each month, to the cent', () => {
    const of = (rent: number, from: Day, last: Day) => total(buildRentSchedule([term(from, null, rent)], [], from, last));
    expect(of(3_000_000, '2026-11-16', '2026-11-30')).toBe(1_500_000);
    expect(of(2_900_000, '2028-02-29', '2028-02-29')).toBe(100_000);
    expect(of(3_100_000, '2026-12-31', '2027-01-01')).toBe(200_000);
    expect(of(3_000_000, '2026-01-01', '2026-12-31')).toBe(36_000_000);
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 400 }), aRent, (from, days, rent) => {
        const last = addDays(from, days - 1);
        expect(Math.abs(total(buildRentSchedule([term(from, null, rent)], [], from, last)) - byDays(rent, from, last))).toBeLessThanOrEqual(1);
      }),
    );
    expect(monthEnd(addMonths('2026-01-31', 1))).toBe('2026-02-28');
  });
});

describe('promotion in the rent schedule', () => {
  const given = (from: Day, months: number, off: number, until: Day) =>
    buildRentSchedule([], [charge({ kind: 'discount', cents: -off, from, last: addDays(addMonths(from, months), -1) })], from, until);

  test('a first-month promotion is given in full when the tenancy begins mid-month, with the remainder in the next month', () => {
    expect(given('2026-11-17', 1, 300_000, '2027-12-31').map((line) => [line.due, line.cents])).toEqual([
      ['2026-11-17', -140_000],
      ['2026-12-01', -160_000],
    ]);
  });

  test('the promotion adds up, to the cent, to the promised amount, percentage or free month for any split of the schedule', () => {
    const off = fc.integer({ min: 1, max: 100_000_000 });
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 60 }), off, fc.nat(), (from, months, each, at) => {
        const until = addMonths(from, 61);
        expect(total(given(from, months, each, until))).toBe(-each * months);
        const discount = charge({ kind: 'discount', cents: -each, from, last: addDays(addMonths(from, months), -1) });
        const cut = addDays(from, 1 + (at % 400));
        const of = (a: Day, b: Day) => total(buildRentSchedule([], [discount], a, b));
        expect(of(from, addDays(cut, -1)) + of(cut, until)).toBe(-each * months);
      }),
    );
  });

  test('a free first month leaves no rent for the calendar month in which the tenancy begins', () => {
    fc.assert(
      fc.property(aDay, aRent, (from, rent) => {
        const last = addDays(addMonths(from, 1), -1);
        const lines = buildRentSchedule([term(from, null, rent)], [charge({ kind: 'discount', cents: -rent, from, last })], from, monthEnd(from));
        expect(total(lines)).toBe(0);
      }),
    );
  });
});

describe('agreed rent terms in the rent schedule', () => {
  const asked = (terms: RentTerm[], charges: RecurringCharge[], lasting: Parameters<typeof listChargesInForce>[2]) => {
    const agreed = listChargesInForce(terms, charges, lasting);
    return buildRentSchedule(agreed.terms, agreed.charges, '2026-01-01', '2026-06-30').map((line) => [line.kind, line.from, line.last]);
  };
  const rolls = { holdover: 'roll' as const, leaving_on: null };

  test('continue month to month without splitting a month, and consecutive terms with the same rent count as a single term', () => {
    const months = [1, 2, 3, 4, 5, 6].map((n) => ['rent', `2026-0${n}-01`, monthEnd(`2026-0${n}-01`)]);
    expect(asked([term('2026-01-01', '2026-03-10')], [], rolls)).toEqual(months);
    expect(asked([term('2026-01-01', '2026-03-10'), term('2026-03-11', null)], [], rolls)).toEqual(months);
    expect(asked([term('2026-01-01', '2026-03-10'), term('2026-03-11', null, 1)], [], rolls)).toHaveLength(7);
  });

  test('rent and additional charges end with a non-renewing term or on the move-out day', () => {
    const cut = [
      ['rent', '2026-01-01', '2026-01-31'],
      ['water', '2026-01-01', '2026-01-31'],
      ['rent', '2026-02-01', '2026-02-10'],
      ['water', '2026-02-01', '2026-02-10'],
    ];
    expect(asked([term('2026-01-01', '2026-02-10')], [charge({})], { holdover: 'stop', leaving_on: null })).toEqual(cut);
    expect(asked([term('2026-01-01', '2026-05-31')], [charge({})], { ...rolls, leaving_on: '2026-02-10' })).toEqual(cut);
    expect(asked([term('2026-01-01', '2026-02-10')], [charge({})], { holdover: 'stop', leaving_on: '2026-04-01' })).toEqual(cut);
  });
});

describe('booking payment in the rent schedule', () => {
  const due = [
    { kind: 'price', cents: 3_100_000 },
    { kind: 'deposit', cents: 3_100_000 },
    { kind: 'agent_fee', cents: 500_000 },
    { kind: 'other', cents: 30_000 },
  ];
  test('the prepaid month covers the first days and most of the next month, and is not billed again', () => {
    const { deposit_cents, toward_cents } = splitBookingPayment({ due }, 6_730_000);
    expect([deposit_cents, toward_cents]).toEqual([3_100_000, 3_130_000]);
    const lines = allocateToDueLines(
      buildRentSchedule(
        [term('2026-11-27', null, 3_100_000)],
        [charge({ often: 'once', cents: 30_000, from: '2026-11-27' })],
        '2026-11-27',
        '2026-12-31',
      ),
      toward_cents,
    );
    expect(lines.map((line) => [line.due, line.cents, line.paid_cents])).toEqual([
      ['2026-11-27', 413_333, 413_333],
      ['2026-11-27', 30_000, 30_000],
      ['2026-12-01', 3_100_000, 2_686_667],
    ]);
  });

  test('an underpayment pays rent before the deposit, and an overpayment pays later rent', () => {
    expect(splitBookingPayment({ due }, 3_630_000)).toEqual({ deposit_cents: 0, toward_cents: 3_130_000 });
    expect(splitBookingPayment({ due }, 100)).toEqual({ deposit_cents: 0, toward_cents: 0 });
    expect(splitBookingPayment({ due }, 7_000_000)).toEqual({ deposit_cents: 3_100_000, toward_cents: 3_400_000 });
  });

  test('the balance is the schedule total less the payment, whatever discount applies', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000_000 }), aRent, fc.integer({ min: 0, max: 5_000_000 }), (paid, rent, off) => {
        const lines = buildRentSchedule(
          [term('2026-01-01', null, rent)],
          [charge({ kind: 'discount', cents: -Math.min(off, rent) })],
          '2026-01-01',
          '2026-04-30',
        );
        const left = sumCents(allocateToDueLines(lines, paid).map((line) => (line.cents ?? 0) - line.paid_cents));
        expect(left).toBe(Math.max(0, total(lines) - paid));
      }),
    );
  });
});
