/** Money between the platform's own accounts: from M-Pesa to the bank, from one fund's bank to another's; or a correction of the ledger. */
export const cashMoveKinds = ['sweep', 'clear', 'correct'] as const;
/** The outcome for a platform account: requested from a second super admin, that person's decision, or saved and switched off. */
export type CollectionAccountDecision = 'asked' | 'confirmed' | 'refused' | 'on' | 'off';
/** The funds of the platform's accounts: clients' money, tenants' deposits, and its own money. Each of the last two has one bank account. */
export const platformFunds = ['C', 'D', 'P'] as const;
export type PlatformFund = (typeof platformFunds)[number];
/** Moves that are posted at once, without arriving later. Two people undo one that was a mistake. */
export const undoableCashMoveKinds: readonly (typeof cashMoveKinds)[number][] = ['clear', 'correct'];
