/** The invoice lines a promotion can reduce. */
export const promotionTargets = ['rent', 'deposit', 'agent_fee'] as const;
export type PromotionTarget = (typeof promotionTargets)[number];
