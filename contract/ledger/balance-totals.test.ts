import { expect, test } from 'vitest';
import { areTotalsEven } from './balance-totals.ts';

const even = { fund: 'C' as const, debit_cents: 500, credit_cents: 500, balance_debit_cents: 70, balance_credit_cents: 70 };

test('trial balance: debits equal credits only if they do in every fund, in movements and in balances', () => {
  expect(areTotalsEven([even, { ...even, fund: 'P', debit_cents: 1, credit_cents: 1 }])).toBe(true);
  expect(areTotalsEven([even, { ...even, fund: 'P', credit_cents: 501 }])).toBe(false);
  expect(areTotalsEven([{ ...even, balance_debit_cents: 71 }])).toBe(false);
});
