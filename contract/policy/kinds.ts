import { userTypes } from '#contract/kernel/roles.ts';

export const policyKinds = ['terms', 'privacy', 'refund', 'listing', 'data_consent', 'conduct', 'cookies'] as const;
export type PolicyKind = (typeof policyKinds)[number];

/** A tenancy is a tenant's view, so policies for it are the tenant's. */
export const policyUserTypes: readonly number[] = Object.values(userTypes).filter((n) => n !== userTypes.tenancy);

/** How somebody agreed: while joining, by an invitation, or asked when signed in. */
export const consentWays = ['joining', 'invitation', 'signed_in'] as const;
export type ConsentWay = (typeof consentWays)[number];
export const consentStates = ['agreed', 'outstanding'] as const;
export type ConsentState = (typeof consentStates)[number];
