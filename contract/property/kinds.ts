/** Constants of a property's settings, for screens without Zod. */
export const propertyLateFeeKinds = ['none', 'fixed', 'percent'] as const;
export type PropertyLateFeeKind = (typeof propertyLateFeeKinds)[number];

/** Which debt a payment settles first. */
export const paymentAllocationOrders = ['oldest_first', 'rent_first'] as const;
export type PaymentAllocationOrder = (typeof paymentAllocationOrders)[number];

export const taxProfiles = ['residential', 'commercial'] as const;
export type TaxProfile = (typeof taxProfiles)[number];

/** The possible supplies of each utility. */
export const utilitySupplies = {
  water: ['county', 'borehole', 'tank', 'bowser'],
  power: ['prepaid', 'postpaid', 'submeter', 'solar', 'generator'],
  garbage: ['county', 'private'],
  internet: ['fibre', 'wireless'],
} as const;
export type UtilityName = keyof typeof utilitySupplies;
export type UtilitySupply<U extends UtilityName = UtilityName> = (typeof utilitySupplies)[U][number];
export const utilityNames = Object.keys(utilitySupplies) as UtilityName[];

/** Included in the rent, a fixed monthly amount, metered, or paid by the tenant to the supplier. */
export const utilityChargeKinds = ['included', 'fixed', 'metered', 'direct'] as const;
export type UtilityChargeKind = (typeof utilityChargeKinds)[number];

/** What a property still lacks before it can be verified. */
export const propertyVerificationRequirements = ['units', 'pin'] as const;
export type PropertyVerificationRequirement = (typeof propertyVerificationRequirements)[number];
