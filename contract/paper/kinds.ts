import { type Day, daysBetween } from '#contract/time/days.ts';

/** Papers of a tenancy, for every storey, without Zod. */
export const paperKinds = ['contract', 'addendum', 'id', 'kra_pin', 'receipt', 'inspection', 'notice', 'other'] as const;
export type PaperKind = (typeof paperKinds)[number];
/** Beside who manages the home and who brought it: everybody in the lease, or nobody else. */
export const audiences = ['manager', 'tenant'] as const;
export const reviews = ['open', 'ok', 'rejected'] as const;

/** Who may bring what of themselves; a lease and its notices are the manager's to file. */
export const broughtByTenant: readonly PaperKind[] = ['id', 'kra_pin', 'receipt', 'other'];

/** So many days before its last day whom it concerns is told; and once more when it is over. */
export const warnDays = [30, 7] as const;
export const soonDays = warnDays[0];

export const standings = ['missing', 'rejected', 'expired', 'expiring', 'open', 'ok'] as const;
export type Standing = (typeof standings)[number];
type Facts = {
  readonly has_file: boolean;
  readonly review: (typeof reviews)[number];
  readonly expires_on: Day | null;
};

/** How a paper stands today. What was turned down is as good as missing; what is over was good until its last day. */
export function standingOf({ has_file, review, expires_on }: Facts, today: Day): Standing {
  if (!has_file) return 'missing';
  if (review === 'rejected') return 'rejected';
  if (expires_on !== null && expires_on < today) return 'expired';
  if (expires_on !== null && daysBetween(today, expires_on) <= soonDays) return 'expiring';
  return review;
}
/** What somebody has to bring, or bring again. */
export const isWanted = (standing: Standing): boolean => standing === 'missing' || standing === 'rejected' || standing === 'expired';

/** The warning that is due so many days before the last day: 30, 7, 0 once it is over; null before. */
export function warningAt(left: number): number | null {
  if (left < 0) return 0;
  return [...warnDays].sort((a, b) => a - b).find((days) => left <= days) ?? null;
}
