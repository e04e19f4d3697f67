/** The invoice lines a promotion can reduce. */
export const appliesTo = ['rent', 'deposit', 'agent_fee'] as const;
export type AppliesTo = (typeof appliesTo)[number];
