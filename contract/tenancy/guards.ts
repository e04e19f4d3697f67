import { portion } from '#contract/money/cents.ts';
import { addDays, addMonths, type Day, monthStart } from '#contract/time/days.ts';
import type { EndKind, Escalation, TenancyStatus } from './kinds.ts';

/** What must be there before somebody moves in, in the order it is said. The first three may be waived with a reason. */
export const guards = ['agreement', 'payment', 'inspection', 'unit', 'start'] as const;
export type Guard = (typeof guards)[number];
export const waivable = ['agreement', 'payment', 'inspection'] as const;
export type Waivable = (typeof waivable)[number];
/** Whose signature is missing is the holder's to waive: an agent does not do without the owner's lease. */
export const holdersOwn: readonly Waivable[] = ['agreement'];

export type GuardFacts = Readonly<Record<Guard, boolean>> & { readonly waived: readonly string[] };
/** What is still missing. Never before its start day, and never in a unit somebody else holds, whatever was waived. */
export const missingOf = (facts: GuardFacts): Guard[] =>
  guards.filter((guard) => !facts[guard] && !((waivable as readonly string[]).includes(guard) && facts.waived.includes(guard)));

/** A notice runs from the day it was given; both sides may agree to less. */
export const earliestLeaving = (given: Day, noticeDays: number): Day => addDays(given, noticeDays);
/** A change of rent is told at least so many days before. */
export const earliestRentChange = (today: Day, noticeDays: number): Day => addDays(today, noticeDays);
/** The first day of the first month that begins once the notice is over: another rent cuts no month in two. */
export function proposedRentChange(today: Day, noticeDays: number): Day {
  const first = earliestRentChange(today, noticeDays);
  return first === monthStart(first) ? first : addMonths(monthStart(first), 1);
}
type Fixed = { readonly term_type: 'fixed' | 'periodic'; readonly ends_on: Day | null; readonly escalation: Escalation };
/** The last day a rent holds that was agreed for a term without a rise of its own; null where none does. */
export const rentHoldsUntil = ({ term_type, ends_on, escalation }: Fixed): Day | null =>
  term_type === 'fixed' && escalation.kind === 'none' ? ends_on : null;
/** What is no rent, or was mistyped, is refused; what is far from the rent there is has to be meant. */
export function rentJump(now: number, next: number): 'none' | 'large' | 'absurd' {
  if (next <= 0 || (now > 0 && (next > now * 10 || next * 10 < now))) return 'absurd';
  return now > 0 && Math.abs(next - now) > portion(now, 3, 10) ? 'large' : 'none';
}

type Ends = { readonly status: TenancyStatus; readonly ends_on: Day | null; readonly leaving_on: Day | null };
/** The first day one that is lived in can be over: where leaving was written down, with its document, or its term has ended and stops. Else none. */
export const overFrom = ({ status, ends_on, leaving_on }: Ends): Day | null => leaving_on ?? (status === 'expired' ? ends_on : null);
/** How it ends is what was written down of leaving; without that its term is over. */
export const endsAs = (leaving: { readonly kind: EndKind } | null): EndKind => leaving?.kind ?? 'expired';

/** The first day after another on which the rent rises: what was missed is not made up for. */
export function nextRise({ next_on, every_months = 12 }: Escalation, after: Day): Day | undefined {
  if (next_on === undefined) return undefined;
  let n = 0;
  while (addMonths(next_on, n * every_months) <= after) n += 1;
  return addMonths(next_on, n * every_months);
}
