import type { Day } from '#contract/time/days.ts';
import type { CommissionBasis, CommissionBeneficiary } from './kinds.ts';

/** Where a rule applies; without any restriction it applies to everyone. */
export type CommissionRuleScope = {
  readonly id: number;
  readonly beneficiary: CommissionBeneficiary;
  readonly basis: CommissionBasis;
  readonly company_id: number | null;
  readonly property_id: number | null;
  readonly mandate_id: number | null;
  readonly region: string | null;
  readonly starts_on: Day;
  readonly ends_on: Day | null;
  readonly priority: number;
};
export type CommissionRuleFacts = {
  readonly companyId: number;
  readonly propertyId: number | null;
  readonly mandateId: number | null;
  readonly region: string | null;
  readonly on: Day;
};

const reaches = (rule: CommissionRuleScope, facts: CommissionRuleFacts): boolean =>
  rule.starts_on <= facts.on &&
  (rule.ends_on === null || facts.on <= rule.ends_on) &&
  (rule.company_id === null || rule.company_id === facts.companyId) &&
  (rule.property_id === null || rule.property_id === facts.propertyId) &&
  (rule.mandate_id === null || rule.mandate_id === facts.mandateId) &&
  (rule.region === null || rule.region === facts.region);

/** Default, region, company, property, mandate: the more specific rule wins. */
const nearness = (rule: CommissionRuleScope): number =>
  rule.mandate_id !== null ? 4 : rule.property_id !== null ? 3 : rule.company_id !== null ? 2 : rule.region !== null ? 1 : 0;

/** The rule that applies to a beneficiary and a basis: the most specific, then the one of highest priority, then the newest. */
export function selectCommissionRule<R extends CommissionRuleScope>(
  rules: readonly R[],
  beneficiary: CommissionBeneficiary,
  basis: CommissionBasis,
  facts: CommissionRuleFacts,
): R | null {
  const fitting = rules.filter((rule) => rule.beneficiary === beneficiary && rule.basis === basis && reaches(rule, facts));
  fitting.sort((a, b) => nearness(b) - nearness(a) || b.priority - a.priority || b.id - a.id);
  return fitting[0] ?? null;
}
