import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, type Day, monthStart } from '#contract/time/days.ts';
import { listBillableMonths } from './month.ts';

test('invoice months: include every month between today and sixty days later, on any day of the year', () => {
  expect(listBillableMonths('2027-01-31')).toEqual(['2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01']);
  expect(listBillableMonths('2027-03-01')).toEqual(['2027-03-01', '2027-04-01', '2027-05-01']);
  const day = fc.integer({ min: 0, max: 3000 }).map((n): Day => addDays('2026-01-01', n));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 60 }), (today, days) => {
      const months = listBillableMonths(today);
      expect(months).toContain(monthStart(addDays(today, days)));
      expect(months.slice(1)).toEqual(months.slice(0, -1).map((month) => addMonths(month, 1)));
    }),
  );
});
