/** Who earns a commission, and on what. */
export const commissionBeneficiaries = ['platform', 'agent', 'dealer'] as const;
export type CommissionBeneficiary = (typeof commissionBeneficiaries)[number];
export const commissionBases = ['rent_collected', 'first_rent', 'plan_payment', 'featured_payment'] as const;
export type CommissionBasis = (typeof commissionBases)[number];
export const commissionRuleKinds = ['rate', 'fixed', 'tiers'] as const;
export type CommissionRuleKind = (typeof commissionRuleKinds)[number];
/** The period over which the base accumulates: caps and tiers apply to it. */
export const accumulationPeriods = ['invoice', 'month', 'tenancy'] as const;
export type AccumulationPeriod = (typeof accumulationPeriods)[number];

/** Rent lines of an invoice; deposits, water and fees earn no commission. */
export const isRentLineKind = (lineKind: string): boolean => lineKind === 'rent';
/** Featured places, and plans of a property or a company (payment purposes 2, 4, 5). */
export const getCommissionBasis = (purpose: number): CommissionBasis | null =>
  purpose === 2 ? 'featured_payment' : purpose === 4 || purpose === 5 ? 'plan_payment' : null;
