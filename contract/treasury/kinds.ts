/** Money between the platform's own accounts: from M-Pesa to the bank, from one fund's bank to another's; or a correction of the ledger. */
export const cashMoveKinds = ['sweep', 'clear', 'correct'] as const;
/** The outcome for a platform account: requested from a second super admin, or that person's decision. */
export type CollectionAccountDecision = 'asked' | 'confirmed' | 'refused';
/**
 * A request about a platform account, and its decision: the account with its number as it is (`old`) and as it is to be, and whether it is on. A new
 * account has no former values.
 */
export type PlatformAccountNotice = {
  who: string;
  old: string;
  was: 'new' | 'on' | 'off';
  account: string;
  becomes: 'on' | 'off';
  became: CollectionAccountDecision;
};
/** The funds of the platform's accounts: clients' money, tenants' deposits, and its own money. Each of the last two has one bank account. */
export const platformFunds = ['C', 'D', 'P'] as const;
export type PlatformFund = (typeof platformFunds)[number];
/** Moves that are posted at once, without arriving later. Two people undo one that was a mistake. */
export const undoableCashMoveKinds: readonly (typeof cashMoveKinds)[number][] = ['clear', 'correct'];
