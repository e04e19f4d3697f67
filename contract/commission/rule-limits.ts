import { addDays, type Day } from '#contract/time/days.ts';
import type { CommissionRuleFields } from './calls.ts';

/** The operator's limits on commission rules (COMMISSION_* in server/kernel/env.ts). */
export type CommissionRuleLimits = {
  readonly ceilingBps: number;
  /** For the rent of the first month, of which a letting fee is a part. */
  readonly firstCeilingBps: number;
  readonly ceilingCents: number;
  readonly noticeDays: number;
};
/** VAT on a commission, in basis points: no rule sets more than the rate of the law. */
export const maxCommissionVatBps = 1600;

type Terms = Pick<CommissionRuleFields, 'beneficiary' | 'basis' | 'kind' | 'bps' | 'fixed_cents' | 'tiers' | 'min_cents' | 'vat_bps'>;
export type CommissionRuleLimitField = 'bps' | 'tiers' | 'fixed_cents' | 'min_cents' | 'vat_bps';
type Ceilings = Pick<CommissionRuleLimits, 'ceilingBps' | 'firstCeilingBps'>;

/** The highest part of the base that a rule takes; null for dealers, whom the platform pays. */
export const getCommissionCeiling = ({ beneficiary, basis }: Pick<Terms, 'beneficiary' | 'basis'>, ceilings: Ceilings): number | null =>
  beneficiary === 'dealer' ? null : basis === 'first_rent' ? ceilings.firstCeilingBps : ceilings.ceilingBps;

/** The terms above the ceilings. The ceilings protect rent; a dealer's commission is paid by the platform. */
export function findTermsAboveCeiling(terms: Terms, limits: CommissionRuleLimits): CommissionRuleLimitField[] {
  const vat = terms.vat_bps > maxCommissionVatBps ? ['vat_bps' as const] : [];
  const ceiling = getCommissionCeiling(terms, limits);
  if (ceiling === null) return vat;
  // A fixed amount for the first month is limited by its part of the rent alone.
  const most = terms.basis === 'first_rent' ? Number.POSITIVE_INFINITY : limits.ceilingCents;
  return [
    ...((terms.bps ?? 0) > ceiling ? ['bps' as const] : []),
    ...(terms.tiers?.some(({ bps }) => bps > ceiling) ? ['tiers' as const] : []),
    ...((terms.fixed_cents ?? 0) > most ? ['fixed_cents' as const] : []),
    ...(terms.min_cents > most ? ['min_cents' as const] : []),
    ...vat,
  ];
}

type Compared = Terms & Pick<CommissionRuleFields, 'max_cents' | 'per' | 'company_id' | 'property_id' | 'region' | 'months' | 'ends_on' | 'priority'>;
const same = ['beneficiary', 'basis', 'kind', 'per', 'company_id', 'property_id', 'region', 'months', 'ends_on', 'priority'] as const;

/** Whether a rule cannot cost an owner more than the rule it replaces: a rate that falls for the same companies. Everything else needs notice. */
export const isLowerCommission = (before: Compared, after: Compared): boolean =>
  same.every((name) => before[name] === after[name]) &&
  after.kind === 'rate' &&
  (after.bps ?? 0) <= (before.bps ?? 0) &&
  after.min_cents <= before.min_cents &&
  after.vat_bps <= before.vat_bps &&
  (before.max_cents === null || (after.max_cents !== null && after.max_cents <= before.max_cents));

/** The first day on which a rule can start. A rule never starts in the past. */
export const getFirstCommissionRuleDay = (today: Day, after: Compared, before: Compared | null, { noticeDays }: CommissionRuleLimits): Day =>
  after.beneficiary === 'dealer' || (before !== null && isLowerCommission(before, after)) ? today : addDays(today, noticeDays);

/** Whether companies are notified before the rule starts or ends: all but rules of dealers, whom the platform pays. */
export const isCommissionRuleAnnounced = ({ beneficiary }: Pick<Terms, 'beneficiary'>): boolean => beneficiary !== 'dealer';
