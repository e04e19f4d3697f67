import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clock, stopClock } from './clock.ts';
import {
  addDays,
  addMonths,
  countDaysBetween,
  countDaysInclusive,
  countWholeDaysBetween,
  dayMs,
  daysInMonth,
  endOfDay,
  isDay,
  lastDayBefore,
  monthEnd,
  monthOf,
  monthStart,
  startOfDay,
  toNairobiDay,
  yearOf,
} from './days.ts';

const aDay = fc.integer({ min: -20_000, max: 60_000 }).map((n) => new Date(n * dayMs).toISOString().slice(0, 10));
const nairobi = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Nairobi', year: 'numeric', month: '2-digit', day: '2-digit' });

describe('Nairobi days', () => {
  test('a Nairobi day begins three hours before the UTC day', () => {
    expect(toNairobiDay('2026-12-31T20:59:59.999Z')).toBe('2026-12-31');
    expect(toNairobiDay('2026-12-31T21:00:00Z')).toBe('2027-01-01');
    expect(startOfDay('2027-01-01').toISOString()).toBe('2026-12-31T21:00:00.000Z');
    expect(endOfDay('2026-12-31')).toEqual(startOfDay('2027-01-01'));
    expect(lastDayBefore(endOfDay('2026-12-31'))).toBe('2026-12-31');
  });

  test('toNairobiDay gives the same day as Intl in the Nairobi time zone', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1975-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (moment) => {
        expect(toNairobiDay(moment)).toBe(nairobi.format(moment));
        expect(startOfDay(toNairobiDay(moment)) <= moment && moment < endOfDay(toNairobiDay(moment))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test('the clock gives the same day as nairobiDayOf, also when the clock is stopped', () => {
    stopClock(new Date('2026-12-31T21:30:00Z'));
    expect([clock.now().toISOString(), clock.today()]).toEqual(['2026-12-31T21:30:00.000Z', '2027-01-01']);
    stopClock(null);
    expect(clock.today()).toBe(toNairobiDay(clock.now()));
  });

  test('isDay rejects values that are not a day', () => {
    expect(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''].map(isDay)).toEqual([false, false, false, false, false]);
    fc.assert(fc.property(aDay, (day) => isDay(day)));
  });
});

describe('day arithmetic', () => {
  test('adding the difference of two days to the first day gives the second day', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: -3000, max: 3000 }), (day, n) => {
        expect(countDaysBetween(day, addDays(day, n))).toBe(n);
        expect(countDaysInclusive(day, addDays(day, n))).toBe(Math.max(0, n + 1));
      }),
    );
  });

  test('countWholeDaysBetween counts periods of 24 hours', () => {
    expect(countWholeDaysBetween('2026-11-01T10:00:00Z', '2026-11-03T09:59:59Z')).toBe(1);
    expect(countWholeDaysBetween('2026-11-03T10:00:00Z', '2026-11-01T10:00:00Z')).toBe(0);
  });
});

describe('month arithmetic', () => {
  test('adding months keeps the day of the month, or uses the last day of a shorter month', () => {
    expect([0, 1, 2, 3, 13, -1, -2].map((n) => addMonths('2027-01-31', n))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2028-02-29',
      '2026-12-31',
      '2026-11-30',
    ]);
  });

  test('adding n months gives the month n calendar months later', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: -600, max: 600 }), (day, n) => {
        const later = addMonths(day, n);
        const count = (d: string) => yearOf(d) * 12 + Number(d.slice(5, 7));
        expect(isDay(later)).toBe(true);
        expect(count(later) - count(day)).toBe(n);
        expect(Number(later.slice(8))).toBe(Math.min(Number(day.slice(8)), daysInMonth(later)));
      }),
      { examples: [['2027-01-31', 1]] },
    );
  });

  test('month start, month end and month length are consistent', () => {
    fc.assert(
      fc.property(aDay, (day) => {
        expect(monthOf(monthStart(day))).toBe(monthOf(monthEnd(day)));
        expect(countDaysInclusive(monthStart(day), monthEnd(day))).toBe(daysInMonth(day));
        expect(monthOf(addDays(monthEnd(day), 1))).not.toBe(monthOf(day));
      }),
    );
  });
});
