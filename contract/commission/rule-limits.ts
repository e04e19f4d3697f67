import { addDays, type Day } from '#contract/time/days.ts';
import type { CommissionRuleFields } from './calls.ts';

/** The operator's limits on commission rules (COMMISSION_* in server/kernel/env.ts). */
export type CommissionRuleLimits = { readonly ceilingBps: number; readonly ceilingCents: number; readonly noticeDays: number };

type Terms = Pick<CommissionRuleFields, 'beneficiary' | 'basis' | 'kind' | 'bps' | 'fixed_cents' | 'tiers' | 'min_cents'>;
export type CommissionRuleLimitField = 'bps' | 'tiers' | 'fixed_cents' | 'min_cents';

/** The terms above the ceilings. The ceilings protect rent: a dealer's commission is paid by the platform, and a letting fee is a part of one month. */
export function findTermsAboveCeiling(terms: Terms, { ceilingBps, ceilingCents }: CommissionRuleLimits): CommissionRuleLimitField[] {
  if (terms.beneficiary === 'dealer' || terms.basis !== 'rent_collected') return [];
  return [
    ...((terms.bps ?? 0) > ceilingBps ? ['bps' as const] : []),
    ...(terms.tiers?.some(({ bps }) => bps > ceilingBps) ? ['tiers' as const] : []),
    ...((terms.fixed_cents ?? 0) > ceilingCents ? ['fixed_cents' as const] : []),
    ...(terms.min_cents > ceilingCents ? ['min_cents' as const] : []),
  ];
}

type Compared = Terms &
  Pick<CommissionRuleFields, 'max_cents' | 'vat_bps' | 'per' | 'company_id' | 'property_id' | 'region' | 'months' | 'ends_on' | 'priority'>;
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
