import { invoiceCalls } from '#contract/invoice/calls.ts';
import { computePartLeavingWholeShillings } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { countDaysBetween } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export type AmountDue = NonNullable<ReturnType<typeof useAmountDue>['data']>;
export const useAmountDue = (tenancyId: number) => useCall(invoiceCalls.balanceDue, { tenancy_id: tenancyId }, { quiet: true });

/** The next due amount after credit, in whole shillings as its invoice will ask; cents of credit stay unused. */
export const subtractTenantCredit = (cents: number, credit: number): number => cents - computePartLeavingWholeShillings(credit, cents);

/** The due date, in full and in days. */
export function formatDueDate(on: string, late: number, today = clock.today()): string {
  if (late > 0) return m.payments_due_late({ date: formatDate(on), count: late });
  const days = countDaysBetween(today, on);
  return days === 0 ? m.payments_due_today({ date: formatDate(on) }) : m.payments_due_in({ date: formatDate(on), count: days });
}
