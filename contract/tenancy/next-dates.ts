import type { Day } from '#contract/time/days.ts';
import type { RentEscalation, TenancyStatus } from './kinds.ts';

export const nextDateKinds = ['start', 'leave', 'end', 'roll', 'rent', 'review'] as const;
export type NextDate = { readonly what: (typeof nextDateKinds)[number]; readonly on: Day };
type Dated = {
  readonly status: TenancyStatus;
  readonly starts_on: Day;
  readonly ends_on: Day | null;
  readonly leaving_on: Day | null;
  readonly review_on: Day | null;
  readonly holdover: 'roll' | 'stop';
  readonly escalation: RentEscalation;
};

/** The next day of an automatic change or a task. */
export function findNextDate(t: Dated, today: Day): NextDate | null {
  if (t.status === 'terminate') return null;
  if (t.status === 'pending') return { what: 'start', on: t.starts_on };
  if (t.leaving_on) return { what: 'leave', on: t.leaving_on };
  if (t.status === 'expired') return t.ends_on ? { what: 'end', on: t.ends_on } : null;
  const coming: NextDate[] = [];
  if (t.ends_on) coming.push({ what: t.holdover === 'roll' ? 'roll' : 'end', on: t.ends_on });
  if (t.escalation.kind !== 'none' && t.escalation.next_on) coming.push({ what: 'rent', on: t.escalation.next_on });
  if (t.review_on && t.review_on >= today) coming.push({ what: 'review', on: t.review_on });
  return coming.sort((a, b) => (a.on < b.on ? -1 : 1))[0] ?? null;
}
