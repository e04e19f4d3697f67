import { type LabelText, labels } from '#contract/kernel/labels.ts';
import { collectionModes, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { walletAdjustmentMachine, walletMachine } from './machine.ts';

export const walletAdjustmentStatusLabels = labels('wallet_adjust', walletAdjustmentMachine.states);
export const walletCollectionModeLabels = labels('wallet_mode', collectionModes);
export const walletStatusLabels = labels('wallet_status', walletMachine.states);
export const walletBalanceLabels: Readonly<Record<number, LabelText>> = labels('wallet_pocket', [
  ledgerAccounts.ownerPayable,
  ledgerAccounts.agentPayable,
  ledgerAccounts.dealerPayable,
  ledgerAccounts.walletTopUps,
]);
