/** Money between places of our own: from M-Pesa to the bank, from one fund's bank to another's; or the books are put right. */
export const moveKinds = ['sweep', 'clear', 'correct'] as const;
/** What became of an account of the platform's: asked of a second superadmin and what that one said, or saved and switched off. */
export type AccountFate = 'asked' | 'confirmed' | 'refused' | 'on' | 'off';
