import { walletBalanceLabels } from './labels.ts';

/** The name of a wallet balance by its ledger account. */
export const getWalletBalanceLabel = (code: number): string => walletBalanceLabels[code]?.() ?? String(code);
