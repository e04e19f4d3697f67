import { countDaysBetween } from '#contract/time/days.ts';
import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';

/** Days before and after a due date, and around the usual day of a payer, in which the amount alone is a hint. */
const nearDue = 10;
const nearUsual = 3;

export const calculateOpenTotal = (one: MatchTarget): number => one.open.reduce((sum, { cents }) => sum + cents, 0);
export const amountFits = (paid: PaymentMatchingFacts, one: MatchTarget): boolean =>
  one.open.some(({ cents }) => cents === paid.cents) || (one.open.length !== 1 && calculateOpenTotal(one) === paid.cents);
/** The invoices that existed when the payment was received. A later invoice could have been written to fit the amount. */
export const keepEarlierInvoices = ({ came }: PaymentMatchingFacts, one: MatchTarget): MatchTarget =>
  came ? { ...one, open: one.open.filter(({ asked }) => asked === undefined || asked <= came) } : one;
/** The payer of this tenancy usually pays on this day of the month. The last day of a month is next to the first. */
export function isUsualDay(paid: PaymentMatchingFacts, { usualDay }: MatchTarget): boolean {
  if (usualDay === undefined) return false;
  const apart = Math.abs(Number(paid.on.slice(8)) - usualDay);
  return Math.min(apart, 31 - apart) <= nearUsual;
}
/** An open invoice of exactly this amount, paid around its due date or on the payer's usual day. */
export const isAmountExpected = (paid: PaymentMatchingFacts, one: MatchTarget): boolean =>
  one.open.some(({ cents, due }) => cents === paid.cents && (Math.abs(countDaysBetween(due, paid.on)) <= nearDue || isUsualDay(paid, one)));
