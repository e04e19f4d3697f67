import { expect, test } from 'vitest';
import { reckoned } from './trace.ts';

const cents = (before: number, amount: number) => {
  const { items, total } = reckoned({ accrued_before_cents: before, amount_cents: amount });
  return [...items.map((one) => one.cents), total.cents];
};

test('how a commission was worked out adds up as it is read, of one that is taken back too', () => {
  expect(cents(0, 500)).toEqual([500, 0, 500]);
  expect(cents(200, 300)).toEqual([500, -200, 300]);
  // Earned before 10,242.50, nothing of it stays: all of it is taken back.
  expect(cents(1_024_250, -1_024_250)).toEqual([1_024_250, 0, 1_024_250]);
  expect(cents(1_000, -400)).toEqual([1_000, -600, 400]);
});
