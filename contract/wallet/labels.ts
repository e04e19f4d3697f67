import { type LabelText, labels } from '#contract/kernel/labels.ts';
import { ledgerAccounts, moneyModes } from '#contract/ledger/accounts.ts';
import { adjustmentMachine, walletMachine } from './machine.ts';

export const adjustmentNames = labels('wallet_adjust', adjustmentMachine.states);
export const modeNames = labels('wallet_mode', moneyModes);
export const statusLabels = labels('wallet_status', walletMachine.states);
export const walletBalanceNames: Readonly<Record<number, LabelText>> = labels('wallet_pocket', [
  ledgerAccounts.ownerPayable,
  ledgerAccounts.agentPayable,
  ledgerAccounts.dealerPayable,
  ledgerAccounts.walletTopUps,
]);
