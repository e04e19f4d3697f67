import { leasedOut, type Scopes } from '#server/kernel/scope.ts';

/** Who holds a unit when; those who come and live there know it from their booking and tenancy. */
export const stayScopes: Scopes = { stay: leasedOut('tenancies') };
