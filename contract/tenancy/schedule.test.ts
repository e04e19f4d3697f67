import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '#contract/money/cents.ts';
import { prorate } from '#contract/money/prorate.ts';
import { addDays, addMonths, type Day, dayMs, daysCounted, monthEnd } from '#contract/time/days.ts';
import { type Charge, type Line, schedule, type Term } from './schedule.ts';

const aDay = fc.integer({ min: 16_000, max: 24_000 }).map((n): Day => new Date(n * dayMs).toISOString().slice(0, 10));
const aRent = fc.integer({ min: 0, max: 100_000_000 });
const aPeriod = fc.constantFrom(2, 4, 5, 6);
const total = (lines: readonly Line[]) => sum(lines.map((line) => line.cents ?? 0));
const term = (from: Day, last: Day | null, rent_cents = 3_000_000, period = 2): Term => ({ from, last, rent_cents, period });
const charge = (facts: Partial<Charge>): Charge => ({
  label: 'Water',
  kind: 'water',
  cents: 50_000,
  often: 'monthly',
  from: '2026-01-01',
  last: null,
  ...facts,
});

describe('what is asked for', () => {
  test('a month that begins in the middle is charged by its days, the next ones whole, due on the day of the month', () => {
    expect(schedule([term('2026-11-16', '2027-01-15')], [], '2026-11-16', '2027-12-31', 5)).toEqual([
      { kind: 'rent', label: '', from: '2026-11-16', last: '2026-11-30', cents: 1_500_000, days: 15, of: 30, due: '2026-11-16' },
      { kind: 'rent', label: '', from: '2026-12-01', last: '2026-12-31', cents: 3_000_000, days: 31, of: 31, due: '2026-12-05' },
      { kind: 'rent', label: '', from: '2027-01-01', last: '2027-01-15', cents: 1_451_613, days: 15, of: 31, due: '2027-01-05' },
    ]);
  });

  test('a rent that changes in the middle of a month counts from that day', () => {
    const lines = schedule([term('2026-06-01', '2026-06-15'), term('2026-06-16', null, 6_000_000)], [], '2026-06-01', '2026-06-30');
    expect(lines.map((line) => line.cents)).toEqual([1_500_000, 3_000_000]);
  });

  test('every three months, once, every year, by a meter, a discount', () => {
    expect(schedule([term('2026-02-01', null, 9_000_000, 4)], [], '2026-02-01', '2026-10-31').map((line) => [line.from, line.cents])).toEqual([
      ['2026-02-01', 9_000_000],
      ['2026-05-01', 9_000_000],
      ['2026-08-01', 9_000_000],
    ]);
    expect(schedule([term('2026-02-01', '2027-01-31', 9_000_000, 3)], [], '2026-02-01', '2027-01-31')).toMatchObject([
      { cents: 9_000_000, days: 365 },
    ]);
    expect(schedule([term('2026-02-01', '2027-01-31', 9_000_000, 3)], [], '2026-03-01', '2027-01-31')).toEqual([]);
    expect(schedule([], [charge({ often: 'once' })], '2026-01-01', '2026-12-31')).toHaveLength(1);
    expect(schedule([], [charge({ often: 'yearly', cents: 1_200 })], '2026-01-01', '2027-12-31').map((line) => line.cents)).toEqual([1_200, 1_200]);
    expect(schedule([], [charge({ cents: null })], '2026-01-01', '2026-02-28').map((line) => line.cents)).toEqual([null, null]);
    expect(total(schedule([], [charge({ cents: -50_000, kind: 'discount', last: '2026-03-31' })], '2026-01-01', '2026-12-31'))).toBe(-150_000);
  });

  test('leaves no day out and counts none twice', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 900 }), aPeriod, aRent, fc.integer({ min: 1, max: 28 }), (from, days, period, rent, due) => {
        const last = addDays(from, days - 1);
        const lines = schedule([term(from, null, rent, period)], [], from, last, due).sort((a, b) => (a.from < b.from ? -1 : 1));
        expect(lines[0]?.from).toBe(from);
        expect(lines.at(-1)?.last).toBe(last);
        for (const [at, line] of lines.entries()) {
          expect(line.days).toBe(daysCounted(line.from, line.last));
          expect(line.days <= line.of).toBe(true);
          expect(line.due >= line.from || line.due.slice(8) === String(due).padStart(2, '0')).toBe(true);
          if (at > 0) expect(line.from).toBe(addDays(lines[at - 1]?.last ?? '', 1));
          if (line.days === line.of) expect(line.cents).toBe(rent);
        }
      }),
    );
  });

  test('however it is cut, the parts make the whole to the cent', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 2, max: 800 }), fc.nat(), aPeriod, aRent, (from, days, at, period, rent) => {
        const last = addDays(from, days - 1);
        const cut = addDays(from, 1 + (at % (days - 1)));
        const of = (a: Day, b: Day) => total(schedule([term(from, null, rent, period)], [], a, b));
        expect(of(from, addDays(cut, -1)) + of(cut, last)).toBe(of(from, last));
      }),
    );
  });

  test('is what prorating by actual days says, to the cent', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 400 }), aRent, (from, days, rent) => {
        const last = addDays(from, days - 1);
        expect(Math.abs(total(schedule([term(from, null, rent)], [], from, last)) - prorate(rent, from, last))).toBeLessThanOrEqual(1);
      }),
    );
    expect(monthEnd(addMonths('2026-01-31', 1))).toBe('2026-02-28');
  });
});
