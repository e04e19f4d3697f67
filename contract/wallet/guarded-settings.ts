import { getPayoutFee, type PayoutFeeBand } from './fees.ts';
import type { payoutFeeBearers } from './kinds.ts';

/** The settings that let money out sooner, take more of it from payees, or send Makao's own money from another account. */
export type GuardedSettings = {
  readonly day_limit_cents: number;
  readonly holding_days: number;
  readonly fees: readonly PayoutFeeBand[];
  readonly fee_bearer: (typeof payoutFeeBearers)[number];
  readonly own_account_number: string;
};
export type GuardedSetting = keyof GuardedSettings;

/** Whether any amount costs more: both scales are constant between the limits of their bands. */
function isAnyFeeHigher(before: readonly PayoutFeeBand[], after: readonly PayoutFeeBand[]): boolean {
  const limits = [...before, ...after].map(({ upto }) => upto);
  return [0, ...limits, ...limits.map((upto) => upto + 1)].some((amount) => getPayoutFee(after, amount) > getPayoutFee(before, amount));
}

/** The changed settings that a second person approves. A lower limit, a longer period and lower fees protect payees and apply at once. */
export function findGuardedChanges(before: GuardedSettings, after: GuardedSettings): GuardedSetting[] {
  const needs: Readonly<Record<GuardedSetting, boolean>> = {
    day_limit_cents: after.day_limit_cents > before.day_limit_cents,
    holding_days: after.holding_days < before.holding_days,
    fees: isAnyFeeHigher(before.fees, after.fees),
    fee_bearer: before.fee_bearer === 'platform' && after.fee_bearer === 'payee',
    own_account_number: after.own_account_number !== before.own_account_number,
  };
  return (Object.keys(needs) as GuardedSetting[]).filter((name) => needs[name]);
}
