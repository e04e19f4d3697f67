import { type LedgerFund, ledgerAccounts } from '#contract/ledger/accounts.ts';

/** The balances of a company: as owner, as agent, as dealer, and top-ups for plans and featured places. */
export const walletBalanceKinds = [
  { code: ledgerAccounts.ownerPayable, fund: 'C' },
  { code: ledgerAccounts.agentPayable, fund: 'C' },
  { code: ledgerAccounts.dealerPayable, fund: 'P' },
  { code: ledgerAccounts.walletTopUps, fund: 'P' },
] as const satisfies readonly { code: number; fund: LedgerFund }[];
export type WalletBalanceCode = (typeof walletBalanceKinds)[number]['code'];
/** Top-ups pay the platform and are never paid out. */
export const payableAccounts = [ledgerAccounts.ownerPayable, ledgerAccounts.agentPayable, ledgerAccounts.dealerPayable] as const;
export type PayableAccountCode = (typeof payableAccounts)[number];
export const getFundOfBalance = (code: WalletBalanceCode): 'C' | 'P' =>
  code === ledgerAccounts.ownerPayable || code === ledgerAccounts.agentPayable ? 'C' : 'P';

export const payoutRails = ['bank', 'mpesa'] as const;
export type PayoutRailKind = (typeof payoutRails)[number];
export const walletHoldKinds = ['clearing', 'reserve', 'dispute', 'cash'] as const;
export type WalletHoldKind = (typeof walletHoldKinds)[number];
export const payoutFeeBearers = ['platform', 'payee'] as const;

/** A new or changed payout account cannot be used for this many hours, so that its owner can object. */
export const payoutAccountCoolingHours = 24;
/** The time from which an account can be used. */
export const getPayoutAccountUsableTime = (changedAt: Date): Date => new Date(changedAt.getTime() + payoutAccountCoolingHours * 3_600_000);
