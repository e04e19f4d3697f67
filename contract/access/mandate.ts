/** The purpose of an agent's mandate. */
export const mandateScopes = ['letting_only', 'full_management', 'sale'] as const;
export type MandateScope = (typeof mandateScopes)[number];
