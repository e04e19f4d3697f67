import { expect, test } from 'vitest';
import { buildTaxMonths, getTaxDueDay } from './taxes.ts';

test('tax months: VAT and withholding tax are due by the 20th of the following month', () => {
  expect([getTaxDueDay('vat', '2026-12'), getTaxDueDay('withholding', '2027-01'), getTaxDueDay('vat', '2000-01')]).toEqual([
    ...['2027-01-20', '2027-02-20', '2000-02-20'],
  ]);
});

test('tax months: opening, added and remitted make the balance, and payments settle the oldest month first', () => {
  const months = buildTaxMonths('vat', 1_000, [
    { month: '2027-01', change_cents: 500, remitted_cents: 0 },
    { month: '2027-02', change_cents: -900, remitted_cents: 1_100 },
    { month: '2027-03', change_cents: 300, remitted_cents: 0 },
  ]);
  const figures = months.map((one) => [one.opening_cents, one.added_cents, one.remitted_cents, one.balance_cents, one.unpaid_cents]);
  expect(figures).toEqual([
    [1_000, 500, 0, 1_500, 400],
    [1_500, 200, 1_100, 600, 200],
    [600, 300, 0, 900, 300],
  ]);
  for (const one of months) expect(one.opening_cents + one.added_cents - one.remitted_cents).toBe(one.balance_cents);
});
