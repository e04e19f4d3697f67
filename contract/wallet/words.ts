import { walletBalanceNames } from './labels.ts';

/** The name of a wallet balance by its ledger account. */
export const walletBalanceName = (code: number): string => walletBalanceNames[code]?.() ?? String(code);
