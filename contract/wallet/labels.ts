import { type LabelText, labels } from '#contract/kernel/labels.ts';
import { ledgerAccounts, moneyModes } from '#contract/ledger/accounts.ts';
import { walletAdjustmentMachine, walletMachine } from './machine.ts';

export const walletAdjustmentNames = labels('wallet_adjust', walletAdjustmentMachine.states);
export const walletMoneyModeNames = labels('wallet_mode', moneyModes);
export const walletStatusLabels = labels('wallet_status', walletMachine.states);
export const walletBalanceNames: Readonly<Record<number, LabelText>> = labels('wallet_pocket', [
  ledgerAccounts.ownerPayable,
  ledgerAccounts.agentPayable,
  ledgerAccounts.dealerPayable,
  ledgerAccounts.walletTopUps,
]);
