export {
  type AccountRow,
  accountOf,
  accountsAt,
  accountsOf,
  addAccount,
  callbackPath,
  clientFor,
  connectedPaybills,
  paybillFor,
  platformAccount,
  platformNumber,
  recordAccount,
  savePulledUntil,
} from './accounts.ts';
export { correctionApproval } from './approvals.ts';
export {
  availableBalance,
  cashAccountRef,
  cashHolderAccount,
  interFundDebts,
  ledgerAccountsOf,
  lockRail,
  lockReconciliation,
  payoutPaybill,
  payoutSideOf,
} from './cash-accounts.ts';
export { finishCashMove, lockCashMove, platformAccountFor } from './cash-moves.ts';
export { platformRail } from './platform-rail.ts';
export { registerCallbackUrls } from './register-callbacks.ts';
export { decideAccount, saveAccount } from './settings.ts';
export {
  createCashMove,
  postCashMove,
  postCorrection,
  postSweepArrived,
  postSweepLeft,
  sweepsInTransit,
  undoSweepArrived,
  undoSweepLeft,
} from './sweeps.ts';
