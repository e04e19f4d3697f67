/** What an agent company is there for. */
export const mandateScopes = ['letting_only', 'full_management', 'sale'] as const;
export type MandateScope = (typeof mandateScopes)[number];
