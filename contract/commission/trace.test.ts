import { expect, test } from 'vitest';
import { sumCommissionTrace } from './trace.ts';

const cents = (before: number, amount: number) => {
  const { items, total } = sumCommissionTrace({ accrued_before_cents: before, amount_cents: amount });
  return [...items.map((one) => one.cents), total.cents];
};

test('commission calculation: the displayed steps add up to the commission, also for a reversal', () => {
  expect(cents(0, 500)).toEqual([500, 0, 500]);
  expect(cents(200, 300)).toEqual([500, -200, 300]);
  // Of the 10,242.50 earned before nothing remains: all of it is reversed.
  expect(cents(1_024_250, -1_024_250)).toEqual([1_024_250, 0, 1_024_250]);
  expect(cents(1_000, -400)).toEqual([1_000, -600, 400]);
});
