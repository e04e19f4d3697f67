import { type Label, labels } from '#contract/kernel/labels.ts';
import { accounts, modes } from '#contract/ledger/accounts.ts';
import { adjustmentMachine, walletMachine } from './machine.ts';

export const adjustmentNames = labels('wallet_adjust', adjustmentMachine.states);
export const modeNames = labels('wallet_mode', modes);
export const statusLabels = labels('wallet_status', walletMachine.states);
export const pocketNames: Readonly<Record<number, Label>> = labels('wallet_pocket', [
  accounts.ownerPayable,
  accounts.agentPayable,
  accounts.dealerPayable,
  accounts.walletTopUps,
]);
