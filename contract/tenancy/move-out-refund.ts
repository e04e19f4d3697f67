import { sumCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';
import { buildRentSchedule, listChargesInForce, type RecurringCharge, type RentTerm } from './schedule.ts';

type Leaving = {
  readonly terms: readonly RentTerm[];
  readonly charges: readonly RecurringCharge[];
  readonly starts_on: Day;
  readonly leaving_on: Day | null;
  readonly due_day: number;
  readonly holdover: 'roll' | 'stop';
};

/**
 * The deposit refund and prepaid rent of a tenancy with a last day: payments for later days, and the held deposit. Debts against them are settled
 * with the refund.
 */
export function calculateDepositAndPrepaidRefund(
  { terms, charges, starts_on, leaving_on, due_day, holdover }: Leaving,
  toward: number,
  deposit_cents: number,
): { paid_ahead_cents: number; deposit_cents: number } | null {
  if (leaving_on === null) return null;
  const agreed = listChargesInForce(terms, charges, { holdover, leaving_on });
  const asked = sumCents(buildRentSchedule(agreed.terms, agreed.charges, starts_on, leaving_on, due_day).map((line) => line.cents ?? 0));
  return { paid_ahead_cents: Math.max(0, toward - asked), deposit_cents };
}
