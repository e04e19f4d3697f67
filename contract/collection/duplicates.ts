import { countDaysBetween, type Day } from '#contract/time/days.ts';
import type { RecordedPaymentMethod } from './kinds.ts';

/** Two records of cash within these days are probably one payment. */
const nearDays = 3;

export type RecentPayment = { readonly id: number; readonly code: string; readonly how: string; readonly cents: number; readonly on: Day };
/**
 * The earlier payment that a new one probably repeats: the same amount, by the same method, on nearly the same day. A payment with a reference is
 * compared by that instead. Cash has none.
 */
export const findEarlierPayment = <P extends RecentPayment>(
  recent: readonly P[],
  { how, cents, on, external }: { readonly how: RecordedPaymentMethod; readonly cents: number; readonly on: Day; readonly external: string },
): P | undefined =>
  how === 'cash' || external === ''
    ? recent.find((one) => one.how === how && one.cents === cents && Math.abs(countDaysBetween(one.on, on)) <= nearDays)
    : undefined;
