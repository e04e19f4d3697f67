import type { TenancyState } from './fixture.ts';

export const pickItemAt = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
/** Mostly an element that the rule allows, now and then any. */
export function chooseMostlyAllowed<T>(list: readonly T[], fits: (one: T) => boolean, a: number): T | undefined {
  const good = list.filter(fits);
  return good.length > 0 && a % 5 !== 0 ? pickItemAt(good, a >> 3) : pickItemAt(list, a >> 3);
}

export const isTenancyOccupied = (one: TenancyState) => one.status === 'active' || one.status === 'expired';

/**
 * A transfer may have another rent: a lower one at once, a higher one neither inside a term nor without its notice, and no transfer here is announced
 * that early.
 */
export const pickOtherRent = (one: TenancyState, b: number): number | undefined =>
  one.steps ? undefined : [undefined, one.rent - 10_000, undefined, one.rent + 10_000][(b >> 4) % 4];
export const describeRent = (rent: number | undefined): string => (rent === undefined ? '' : ` for ${rent}`);
