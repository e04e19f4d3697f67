import { accounts, type Fund } from '#contract/ledger/accounts.ts';

/** What a company can have with us: as owner, as agent, as dealer, and what it put by for plans and featured places. */
export const pockets = [
  { code: accounts.ownerPayable, fund: 'C' },
  { code: accounts.agentPayable, fund: 'C' },
  { code: accounts.dealerPayable, fund: 'P' },
  { code: accounts.walletTopUps, fund: 'P' },
] as const satisfies readonly { code: number; fund: Fund }[];
export type PocketCode = (typeof pockets)[number]['code'];
/** What was put by is for the platform: it is spent, not paid out. */
export const payable = [accounts.ownerPayable, accounts.agentPayable, accounts.dealerPayable] as const;
export type PayableCode = (typeof payable)[number];
export const fundOfPocket = (code: PocketCode): 'C' | 'P' => (code === accounts.ownerPayable || code === accounts.agentPayable ? 'C' : 'P');

export const rails = ['bank', 'mpesa'] as const;
export type Rail = (typeof rails)[number];
export const holdKinds = ['clearing', 'reserve', 'dispute', 'cash'] as const;
export type HoldKind = (typeof holdKinds)[number];
export const feeBearers = ['platform', 'payee'] as const;

/** A new or changed account waits so long before money goes there: time for whoever did not change it to say so. */
export const coolingHours = 24;
/** When money may first go to an account. */
export const usableFrom = (changedAt: Date): Date => new Date(changedAt.getTime() + coolingHours * 3_600_000);
