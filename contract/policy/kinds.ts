import { userTypes } from '#contract/kernel/roles.ts';

export const policyKinds = ['terms', 'privacy', 'refund', 'listing', 'data_consent', 'conduct', 'cookies'] as const;
export type PolicyKind = (typeof policyKinds)[number];

/** A tenancy is a view for tenants, so tenant policies apply to it. */
export const policyUserTypes: readonly number[] = Object.values(userTypes).filter((n) => n !== userTypes.tenancy);

/** Where the person agreed: while joining, by an invitation, or after signing in. */
export const consentMethods = ['joining', 'invitation', 'signed_in'] as const;
export type ConsentMethod = (typeof consentMethods)[number];
export const consentStates = ['agreed', 'outstanding'] as const;
export type ConsentState = (typeof consentStates)[number];
