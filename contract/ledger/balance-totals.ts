import type { TrialBalanceTotal } from './balance-calls.ts';

/** Debits equal credits in every fund, in the movements and in the balances. */
export const areTotalsEven = (totals: readonly TrialBalanceTotal[]): boolean =>
  totals.every((one) => one.debit_cents === one.credit_cents && one.balance_debit_cents === one.balance_credit_cents);
