import { expect, test } from 'vitest';
import { findNextDueDay, listDueDays, splitDueDays } from './due-days.ts';
import { calculateDepositAndPrepaidRefund } from './move-out-refund.ts';
import { allocateToDueLines, buildRentSchedule, type RecurringCharge, type RentTerm } from './schedule.ts';

const line = (due: string, cents: number | null, paid_cents = 0) => ({ due, cents, paid_cents });

test('next due date: lists every charge of that day, and names metered charges without an amount', () => {
  const all = [line('2026-12-05', 100), line('2026-12-05', null), line('2027-01-05', 300), line('2026-11-05', 500)];
  expect(findNextDueDay(all, '2026-12-05')).toMatchObject({ on: '2026-12-05', left_cents: 100, metered: true });
  expect(findNextDueDay(all, '2026-12-06')).toMatchObject({ on: '2027-01-05', left_cents: 300, metered: false });
  expect(findNextDueDay(all, '2027-02-01')).toBeNull();
  // A part that was paid before is not due again, nor is a day whose parts add up to zero.
  const paid = [line('2026-12-05', 100, 100), line('2026-12-06', 50), line('2026-12-06', -50), line('2027-01-05', 300, 200)];
  expect(findNextDueDay(paid, '2026-12-01')).toMatchObject({ on: '2027-01-05', left_cents: 100 });
});

test('due dates: the list starts today, and arrears are listed separately', () => {
  const all = [line('2026-11-05', 500), line('2027-01-05', 300), line('2026-12-05', 100)];
  const days = (today: string) => [splitDueDays(all, today).coming, splitDueDays(all, today).past].map((list) => list.map(({ on }) => on));
  expect(days('2026-12-05')).toEqual([['2026-12-05', '2027-01-05'], ['2026-11-05']]);
  expect(days('2026-12-06')).toEqual([['2027-01-05'], ['2026-11-05', '2026-12-05']]);
  expect(findNextDueDay(all, '2026-11-17')?.on).toBe(splitDueDays(all, '2026-11-17').coming[0]?.on);
});

// A month of 8,000 with 300 for garbage, 3,000 off the first one; 8,300 − 3,000 was paid for the booking.
const start = '2026-11-17';
const terms: RentTerm[] = [{ from: start, last: null, rent_cents: 800_000, period: 2 }];
const charges: RecurringCharge[] = [
  { from: start, last: null, label: 'Garbage', kind: 'garbage', cents: 30_000, often: 'monthly' },
  { from: start, last: '2026-12-16', label: 'Promotion', kind: 'discount', cents: -300_000, often: 'monthly' },
];

test('due dates: on a partly paid date, paid amount and balance add up to the agreed amount', () => {
  const [november, december] = listDueDays(allocateToDueLines(buildRentSchedule(terms, charges, start, '2026-12-31'), 530_000));
  expect(november).toMatchObject({ asked_cents: 247_333, paid_cents: 247_333, left_cents: 0, done: true });
  expect(december?.lines.map((one) => one.cents)).toEqual([800_000, 30_000, -160_000]);
  expect(december).toMatchObject({ on: '2026-12-01', asked_cents: 670_000, paid_cents: 282_667, left_cents: 387_333, done: false });
});

test('due dates: an early move-out returns the unused prepaid rent and the deposit', () => {
  const of = { terms, charges, starts_on: start, due_day: 1, holdover: 'roll' as const };
  expect(calculateDepositAndPrepaidRefund({ ...of, leaving_on: '2026-11-30' }, 530_000, 800_000)).toEqual({
    paid_ahead_cents: 282_667,
    deposit_cents: 800_000,
  });
  expect(calculateDepositAndPrepaidRefund({ ...of, leaving_on: '2027-03-31' }, 530_000, 0)).toEqual({ paid_ahead_cents: 0, deposit_cents: 0 });
  expect(calculateDepositAndPrepaidRefund({ ...of, leaving_on: null }, 530_000, 800_000)).toBeNull();
});
