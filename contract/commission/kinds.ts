/** Who earns, on what, and how it is reckoned. */
export const beneficiaries = ['platform', 'agent', 'dealer'] as const;
export type Beneficiary = (typeof beneficiaries)[number];
export const bases = ['rent_collected', 'first_rent', 'plan_payment', 'featured_payment'] as const;
export type Basis = (typeof bases)[number];
export const ruleKinds = ['rate', 'fixed', 'tiers'] as const;
export type RuleKind = (typeof ruleKinds)[number];
/** Over what a base is added up before the rule is asked: a cap or a tier is of that. */
export const heaps = ['invoice', 'month', 'tenancy'] as const;
export type HeapKind = (typeof heaps)[number];

/** Lines of an invoice that are rent; a deposit, water or a fee earns nobody a commission. */
export const isRent = (lineKind: string): boolean => lineKind === 'rent';
/** Featured places, and plans of a property or a company (payment purposes 2, 4, 5). */
export const basisOf = (purpose: number): Basis | null =>
  purpose === 2 ? 'featured_payment' : purpose === 4 || purpose === 5 ? 'plan_payment' : null;
