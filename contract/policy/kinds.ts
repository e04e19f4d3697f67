import { userTypes } from '#contract/kernel/roles.ts';

export const policyKinds = ['terms', 'privacy', 'refund', 'listing', 'data_consent', 'conduct', 'cookies'] as const;
export type PolicyKind = (typeof policyKinds)[number];

/** A tenancy is a tenant's view, so policies for it are the tenant's. */
export const policyUserTypes: readonly number[] = Object.values(userTypes).filter((n) => n !== userTypes.tenancy);
