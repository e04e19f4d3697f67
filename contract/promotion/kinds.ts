/** The lines of a bill a promotion can lower. */
export const appliesTo = ['rent', 'deposit', 'agent_fee'] as const;
export type AppliesTo = (typeof appliesTo)[number];
