import type { LateFeeTierInput } from '#contract/invoice/batch-shapes.ts';
import type { LateFeeFrequency, LateFeeKind } from '#contract/invoice/kinds.ts';
import { toPercent, toShillings, typedAmountToCents, typedPercentToBasisPoints } from '#contract/money/cents.ts';

/** A late-fee tier while it is typed: shillings or percent, as in the field. */
export type LateFeeTierDraft = {
  readonly key: number;
  /** Null for a new tier. */
  readonly id: number | null;
  readonly grace_days: number;
  readonly every: LateFeeFrequency;
  readonly kind: LateFeeKind;
  readonly amount: number;
  /** Empty: the tier has no cap. */
  readonly cap: number | '';
};
export const makeBlankFeeTier = (key: number): LateFeeTierDraft => ({
  key,
  id: null,
  grace_days: 5,
  every: 'once',
  kind: 'fixed',
  amount: 0,
  cap: '',
});

type Kept = Pick<LateFeeTierInput, 'grace_days' | 'every' | 'kind'> & {
  readonly id: number;
  readonly value: number;
  readonly cap_cents: number | null;
};
export const toFeeTierDraft = (tier: Kept, key: number): LateFeeTierDraft => ({
  key,
  id: tier.id,
  grace_days: tier.grace_days,
  every: tier.every,
  kind: tier.kind,
  amount: tier.kind === 'percent' ? toPercent(tier.value) : toShillings(tier.value),
  cap: tier.cap_cents === null ? '' : toShillings(tier.cap_cents),
});
export const toFeeTier = ({ id, grace_days, every, kind, amount, cap }: LateFeeTierDraft): LateFeeTierInput => ({
  id,
  grace_days,
  every,
  kind,
  value: kind === 'percent' ? typedPercentToBasisPoints(amount) : typedAmountToCents(amount),
  cap_cents: cap === '' ? null : typedAmountToCents(cap),
});
export const areFeeTiersComplete = (tiers: readonly LateFeeTierDraft[]): boolean =>
  tiers.every(({ amount, kind }) => amount > 0 && (kind === 'fixed' || amount <= 100));
