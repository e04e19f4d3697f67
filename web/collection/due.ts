import { invoiceCalls } from '#contract/invoice/calls.ts';
import { leavingWhole } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { daysBetween } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { date } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export type Due = NonNullable<ReturnType<typeof useDue>['data']>;
export const useDue = (tenancyId: number) => useCall(invoiceCalls.due, { tenancy_id: tenancyId }, { quiet: true });

/** What is to be paid of what falls due, once the credit is taken: whole shillings, as its invoice will ask, since cents of a credit wait. */
export const lessCredit = (cents: number, credit: number): number => cents - leavingWhole(credit, cents);

/** When it was or is to be paid, in full and in days. */
export function whenText(on: string, late: number, today = clock.today()): string {
  if (late > 0) return m.payments_due_late({ date: date(on), count: late });
  const days = daysBetween(today, on);
  return days === 0 ? m.payments_due_today({ date: date(on) }) : m.payments_due_in({ date: date(on), count: days });
}
