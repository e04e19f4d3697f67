import { prorateCents } from '#contract/money/cents.ts';
import { addDays, addMonths, type Day, monthStart } from '#contract/time/days.ts';
import type { RentEscalation, TenancyChargeFrequency, TenancyEndKind, TenancyStatus } from './kinds.ts';

/** Conditions for moving in, in the order they are listed to the reader. The first three may be waived with a reason. */
export const moveInGuards = ['agreement', 'payment', 'inspection', 'unit', 'start'] as const;
export type MoveInGuard = (typeof moveInGuards)[number];
export const waivableMoveInGuards = ['agreement', 'payment', 'inspection'] as const;
export type WaivableMoveInGuard = (typeof waivableMoveInGuards)[number];
/** Only the owner may waive a missing signature: an agent cannot proceed without the owner's lease. */
export const ownerWaivableMoveInGuards: readonly WaivableMoveInGuard[] = ['agreement'];

export type MoveInGuardFacts = Readonly<Record<MoveInGuard, boolean>> & { readonly waived: readonly string[] };
/**
 * The missing conditions. A move-in before the start day, or into a unit that is occupied by another tenancy, is never possible, even with a waiver.
 */
export const findUnmetMoveInGuards = (facts: MoveInGuardFacts): MoveInGuard[] =>
  moveInGuards.filter((guard) => !facts[guard] && !((waivableMoveInGuards as readonly string[]).includes(guard) && facts.waived.includes(guard)));

/** A notice runs from the day it was given; both sides may agree to less. */
export const computeEarliestMoveOutDay = (given: Day, noticeDays: number): Day => addDays(given, noticeDays);
/** A rent change is announced at least this many days before. */
export const computeEarliestRentChangeDay = (today: Day, noticeDays: number): Day => addDays(today, noticeDays);
/** The first day of the first month after the notice: a rent change splits no month. */
export function computeProposedRentChangeDay(today: Day, noticeDays: number): Day {
  const first = computeEarliestRentChangeDay(today, noticeDays);
  return first === monthStart(first) ? first : addMonths(monthStart(first), 1);
}
type Fixed = { readonly term_type: 'fixed' | 'periodic'; readonly ends_on: Day | null; readonly escalation: RentEscalation };
/** The last day of a rent that was agreed for a term without increases; null if there is none. */
export const getFixedRentEndDay = ({ term_type, ends_on, escalation }: Fixed): Day | null =>
  term_type === 'fixed' && escalation.kind === 'none' ? ends_on : null;
type Agreed = Fixed & { readonly terms: readonly { readonly from: Day; readonly rent_cents: number; readonly signed_cents: number | null }[] };
/**
 * The highest rent from a day on without the tenant's consent, and its last day: the rent signed for that day, even if less is paid now. `onward`:
 * for all later days, including rents agreed for later. Null where no rent was agreed for a term.
 */
export function computeRentCeiling(of: Agreed, from: Day, onward = false): { readonly cents: number; readonly until: Day } | null {
  const until = getFixedRentEndDay(of);
  const first = Math.max(
    of.terms.findLastIndex((term) => term.from <= from),
    0,
  );
  const held = of.terms.slice(first, onward ? undefined : first + 1);
  if (until === null || from > until || held.length === 0) return null;
  return { cents: Math.min(...held.map((term) => term.signed_cents ?? term.rent_cents)), until };
}
type Charged = { readonly starts_on: Day; readonly notice_days: number; readonly begun: boolean };
/**
 * The first possible day of a new charge. A current tenant is not charged for past days. A recurring charge that is not a reduction needs the same
 * notice as a rent change.
 */
export function computeEarliestChargeDay(
  { starts_on, notice_days, begun }: Charged,
  often: TenancyChargeFrequency,
  cents: number | null,
  today: Day,
): Day {
  if (!begun) return starts_on;
  const first = often === 'once' || (cents !== null && cents < 0) ? today : computeEarliestRentChangeDay(today, notice_days);
  return first > starts_on ? first : starts_on;
}
/** Rejects a new rent that is empty or mistyped. A rent far from the current rent needs a confirmation. */
export function classifyRentChange(now: number, next: number): 'none' | 'large' | 'implausible' {
  if (next <= 0 || (now > 0 && (next > now * 10 || next * 10 < now))) return 'implausible';
  return now > 0 && Math.abs(next - now) > prorateCents(now, 3, 10) ? 'large' : 'none';
}

type Ends = { readonly status: TenancyStatus; readonly ends_on: Day | null; readonly leaving_on: Day | null };
/**
 * The first day on which an occupied tenancy can end: its recorded move-out day with a document, or the end of a term that does not continue;
 * otherwise none.
 */
export const getEarliestTenancyEndDay = ({ status, ends_on, leaving_on }: Ends): Day | null => leaving_on ?? (status === 'expired' ? ends_on : null);
/** The kind of ending comes from the recorded notice; without a notice the term has expired. */
export const getTenancyEndKind = (leaving: { readonly kind: TenancyEndKind } | null): TenancyEndKind => leaving?.kind ?? 'expired';

/** The first day after another day on which the rent rises. Missed increases are not added. */
export function findNextRentIncreaseDay({ next_on, every_months = 12 }: RentEscalation, after: Day): Day | undefined {
  if (next_on === undefined) return undefined;
  let n = 0;
  while (addMonths(next_on, n * every_months) <= after) n += 1;
  return addMonths(next_on, n * every_months);
}

/** The manager may end a charge early, but not a reduction: it was agreed, and ending it early would cost the tenant more. */
export const canStopCharge = ({ cents }: { readonly cents: number | null }): boolean => cents === null || cents >= 0;
