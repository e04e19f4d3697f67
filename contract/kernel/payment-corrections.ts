/** What a correction of a recorded payment changes. Histories of units, tenancies and tenants, which come before payments, show it too. */
export const paymentCorrections = ['amount', 'tenant', 'date'] as const;
export type PaymentCorrection = (typeof paymentCorrections)[number];
