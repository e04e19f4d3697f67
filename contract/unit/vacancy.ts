import type { UnitStatus } from '#contract/catalogue/kinds.ts';
import { prorateToWholeShillings } from '#contract/money/cents.ts';
import { dayMs } from '#contract/time/days.ts';

/** A unit earns no rent in these states. */
export const statusesWithoutRent: readonly UnitStatus[] = ['vacant', 'maintenance', 'onhold', 'stall'];

export type UnitStatusChange = { readonly state: UnitStatus; readonly since: number };

/** How many days between two moments a unit was empty, from the history of its states. Part days are added up to whole days. */
export function countVacantDays(history: readonly UnitStatusChange[], from: number, to: number): number {
  const ordered = [...history].sort((a, b) => a.since - b.since);
  let empty = 0;
  for (const [at, { state, since }] of ordered.entries()) {
    const until = Math.min(ordered[at + 1]?.since ?? to, to);
    const start = Math.max(since, from);
    if (statusesWithoutRent.includes(state) && until > start) empty += until - start;
  }
  return Math.floor(empty / dayMs);
}

/** The rent lost over that many empty days: the yearly rent by the day, in whole shillings because it is an estimate. */
export const calculateVacancyLoss = (rentCents: number | null, days: number): number =>
  rentCents === null ? 0 : prorateToWholeShillings(rentCents, 12 * days, 365);
