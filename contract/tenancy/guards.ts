import { portion } from '#contract/money/cents.ts';
import { addDays, addMonths, type Day, monthStart } from '#contract/time/days.ts';
import type { ChargeOften, EndKind, Escalation, TenancyStatus } from './kinds.ts';

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
type Agreed = Fixed & { readonly terms: readonly { readonly from: Day; readonly rent_cents: number; readonly signed_cents: number | null }[] };
/**
 * The most a rent may be from a day on without the tenant's yes, and until when: what was signed for that day, whatever is paid instead. `onward`:
 * for all days from then on, what was agreed for later too. Null where no rent was agreed for a term.
 */
export function rentCeiling(of: Agreed, from: Day, onward = false): { readonly cents: number; readonly until: Day } | null {
  const until = rentHoldsUntil(of);
  const first = Math.max(
    of.terms.findLastIndex((term) => term.from <= from),
    0,
  );
  const held = of.terms.slice(first, onward ? undefined : first + 1);
  if (until === null || from > until || held.length === 0) return null;
  return { cents: Math.min(...held.map((term) => term.signed_cents ?? term.rent_cents)), until };
}
type Charged = { readonly starts_on: Day; readonly notice_days: number; readonly begun: boolean };
/** The first day more may be asked for: of who lives there not for what has passed, and what comes again and is no reduction like another rent. */
export function earliestCharge({ starts_on, notice_days, begun }: Charged, often: ChargeOften, cents: number | null, today: Day): Day {
  if (!begun) return starts_on;
  const first = often === 'once' || (cents !== null && cents < 0) ? today : earliestRentChange(today, notice_days);
  return first > starts_on ? first : starts_on;
}
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

/** What who manages the home may end before its day: what is asked for. What is taken off was agreed, and ending it sooner asks for more. */
export const mayStop = ({ cents }: { readonly cents: number | null }): boolean => cents === null || cents >= 0;
