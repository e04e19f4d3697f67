import { toCents } from '#contract/money/cents.ts';

/**
 * The client money that one person of Makao may allocate or unallocate in a day without a second person, in all payments together. It is not a
 * setting, because the person whom it limits could raise it.
 */
export const clientMoneyAlonePerDay = toCents(2_000_000);
