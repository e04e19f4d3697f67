import { leasedOutScope, type TableScopes } from '#server/kernel/scope.ts';

/** The company's staff read which unit is reserved or occupied and when; applicants and tenants see this through their booking and tenancy. */
export const stayScopes: TableScopes = { stay: leasedOutScope('tenancies') };
