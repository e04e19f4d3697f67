import type { Day } from '#contract/time/days.ts';
import type { Basis, Beneficiary } from './kinds.ts';

/** What a rule says about where it applies; nothing named is everybody. */
export type Reach = {
  readonly id: number;
  readonly beneficiary: Beneficiary;
  readonly basis: Basis;
  readonly company_id: number | null;
  readonly property_id: number | null;
  readonly mandate_id: number | null;
  readonly region: string | null;
  readonly starts_on: Day;
  readonly ends_on: Day | null;
  readonly priority: number;
};
export type Facts = {
  readonly companyId: number;
  readonly propertyId: number | null;
  readonly mandateId: number | null;
  readonly region: string | null;
  readonly on: Day;
};

const reaches = (rule: Reach, facts: Facts): boolean =>
  rule.starts_on <= facts.on &&
  (rule.ends_on === null || facts.on <= rule.ends_on) &&
  (rule.company_id === null || rule.company_id === facts.companyId) &&
  (rule.property_id === null || rule.property_id === facts.propertyId) &&
  (rule.mandate_id === null || rule.mandate_id === facts.mandateId) &&
  (rule.region === null || rule.region === facts.region);

/** Default, region, company, property, mandate: what says more about the case counts before what says less. */
const nearness = (rule: Reach): number =>
  rule.mandate_id !== null ? 4 : rule.property_id !== null ? 3 : rule.company_id !== null ? 2 : rule.region !== null ? 1 : 0;

/** The one rule that counts for a beneficiary and a basis: the nearest, of those the one of most weight, of those the latest. */
export function pick<R extends Reach>(rules: readonly R[], beneficiary: Beneficiary, basis: Basis, facts: Facts): R | null {
  const fitting = rules.filter((rule) => rule.beneficiary === beneficiary && rule.basis === basis && reaches(rule, facts));
  fitting.sort((a, b) => nearness(b) - nearness(a) || b.priority - a.priority || b.id - a.id);
  return fitting[0] ?? null;
}
