/** User types a person can join as, and formats of their details; without Zod, for pages that must stay small. */
export const joinKinds = ['tenant', 'owner', 'agent', 'dealer'] as const;
export type JoinKind = (typeof joinKinds)[number];

/** A letter, nine digits, a letter. Only the authority can decide, but a typing error is reported at once. */
export const kraPinPattern = /^[A-Z]\d{9}[A-Z]$/;
export const bankAccountNumberPattern = /^\d{6,16}$/;
export { earbPattern } from '#contract/people/earb.ts';
