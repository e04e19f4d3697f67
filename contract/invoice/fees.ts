import { type Cents, cents, share, sum } from '#contract/money/cents.ts';
import { type Day, daysBetween } from '#contract/time/days.ts';
import { type Age, ages, type FeeEvery } from './kinds.ts';

export type Tier = {
  /** By which its history is found; one of before has none but its place. */
  readonly id?: number | null | undefined;
  readonly grace_days: number;
  readonly every: FeeEvery;
  readonly kind: 'fixed' | 'percent';
  readonly value: number;
  readonly cap_cents: number | null;
};
/** One time that a step was charged. */
export type Charged = { readonly tier: number; readonly n: number; readonly cents: number };
type Overdue = { readonly due_on: Day /** What of its rent is open. */; readonly rent_cents: number; readonly charged: readonly Charged[] };

/** How often a step has come by so many days after its grace. */
const times = (every: FeeEvery, days: number): number => {
  if (days <= 0) return 0;
  if (every === 'once') return 1;
  if (every === 'daily') return days;
  return 1 + Math.floor((days - 1) / (every === 'weekly' ? 7 : 30));
};

/** What a property's terms charged before there was a policy, as step 0, was the first step of the one that holds by now. */
function countedIn(tiers: readonly Tier[], charged: readonly Charged[]): readonly Charged[] {
  const ids = tiers.map((step, place) => step.id ?? place);
  const [first] = ids;
  return first === undefined || ids.includes(0) ? charged : charged.map((fee) => (fee.tier === 0 ? { ...fee, tier: first } : fee));
}

/** What comes to be charged today: every time of every step that was not charged yet, no more in all than its cap. */
export function feesDue(tiers: readonly Tier[], { due_on, rent_cents, charged }: Overdue, today: Day): Charged[] {
  const late = daysBetween(due_on, today);
  const known = countedIn(tiers, charged);
  return tiers.flatMap((step, place) => {
    const tier = step.id ?? place;
    const before = known.filter((one) => one.tier === tier);
    let room = step.cap_cents === null ? Number.MAX_SAFE_INTEGER : step.cap_cents - sum(before.map((one) => one.cents));
    const each = step.kind === 'fixed' ? cents(step.value) : share(rent_cents, step.value);
    const due: Charged[] = [];
    for (let n = 1; n <= times(step.every, late - step.grace_days); n += 1) {
      if (before.some((one) => one.n === n)) continue;
      const part: Cents = cents(Math.min(each, room));
      if (part <= 0) break;
      due.push({ tier, n, cents: part });
      room -= part;
    }
    return due;
  });
}

/** A step by the day is asked for a week at a time: nobody gets an invoice a day. */
export const gathers = (tiers: readonly Tier[]): boolean => tiers.some((step) => step.every === 'daily');

/** How late something that is open is. */
export function ageOf(due_on: Day, today: Day): Age {
  const days = daysBetween(due_on, today);
  const [current, month, two, three, more] = ages;
  return days <= 0 ? current : days <= 30 ? month : days <= 60 ? two : days <= 90 ? three : more;
}
