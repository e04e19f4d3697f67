/** Kinds of people one can join as, and the shapes of what they tell us; without Zod, for pages that must stay small. */
export const joinKinds = ['tenant', 'owner', 'agent', 'dealer'] as const;
export type JoinKind = (typeof joinKinds)[number];

/** A letter, nine digits, a letter; softly: the authority has the last word, a slip of the finger is told at once. */
export const kraPinPattern = /^[A-Z]\d{9}[A-Z]$/;
export const accountNumberPattern = /^\d{6,16}$/;
export { earbPattern } from '#contract/people/earb.ts';
