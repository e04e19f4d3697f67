import { applyRate, type Cents, sumCents, toCents } from '#contract/money/cents.ts';
import { countDaysBetween, type Day } from '#contract/time/days.ts';
import { type AgeBucket, ageBuckets, type LateFeeFrequency } from './kinds.ts';

export type LateFeeTier = {
  /** The key under which the charges of a late-fee tier are found. A tier saved before tiers had ids is found by its position only. */
  readonly id?: number | null | undefined;
  readonly grace_days: number;
  readonly every: LateFeeFrequency;
  readonly kind: 'fixed' | 'percent';
  readonly value: number;
  readonly cap_cents: number | null;
};
/** One charge of a tier. */
export type ChargedLateFee = { readonly tier: number; readonly n: number; readonly cents: number };
type Overdue = { readonly due_on: Day /** The open rent. */; readonly rent_cents: number; readonly charged: readonly ChargedLateFee[] };

/** How many times a tier is due this many days after its grace period. */
const times = (every: LateFeeFrequency, days: number): number => {
  if (days <= 0) return 0;
  if (every === 'once') return 1;
  if (every === 'daily') return days;
  return 1 + Math.floor((days - 1) / (every === 'weekly' ? 7 : 30));
};

/** The terms of the property charged as step 0 before there was a policy. They count as the first tier of the policy that applies now. */
function countedIn(tiers: readonly LateFeeTier[], charged: readonly ChargedLateFee[]): readonly ChargedLateFee[] {
  const ids = tiers.map((step, place) => step.id ?? place);
  const [first] = ids;
  return first === undefined || ids.includes(0) ? charged : charged.map((fee) => (fee.tier === 0 ? { ...fee, tier: first } : fee));
}

/** The late fees due today: every occurrence of every tier that was not charged yet, up to the tier's cap. */
export function calculateLateFeesDue(tiers: readonly LateFeeTier[], { due_on, rent_cents, charged }: Overdue, today: Day): ChargedLateFee[] {
  const late = countDaysBetween(due_on, today);
  const known = countedIn(tiers, charged);
  return tiers.flatMap((step, place) => {
    const tier = step.id ?? place;
    const before = known.filter((one) => one.tier === tier);
    let room = step.cap_cents === null ? Number.MAX_SAFE_INTEGER : step.cap_cents - sumCents(before.map((one) => one.cents));
    const each = step.kind === 'fixed' ? toCents(step.value) : applyRate(rent_cents, step.value);
    const due: ChargedLateFee[] = [];
    for (let n = 1; n <= times(step.every, late - step.grace_days); n += 1) {
      if (before.some((one) => one.n === n)) continue;
      const part: Cents = toCents(Math.min(each, room));
      if (part <= 0) break;
      due.push({ tier, n, cents: part });
      room -= part;
    }
    return due;
  });
}

/** A daily tier is charged once a week, so that tenants do not get an invoice every day. */
export const hasDailyLateFeeTier = (tiers: readonly LateFeeTier[]): boolean => tiers.some((step) => step.every === 'daily');

/** The ageing bucket of an open invoice (arrears by days overdue). */
export function toAgeBucket(due_on: Day, today: Day): AgeBucket {
  const days = countDaysBetween(due_on, today);
  const [current, month, two, three, more] = ageBuckets;
  return days <= 0 ? current : days <= 30 ? month : days <= 60 ? two : days <= 90 ? three : more;
}
