export {
  type AccountRow,
  addAccount,
  darajaClientFor,
  findAccountsBySecret,
  listConnectedPaybills,
  mpesaCallbackPath,
  readAccount,
  readAccountsOfRows,
  readPaybillFor,
  readPlatformAccount,
  readPlatformNumber,
  recordAccount,
  savePulledUntil,
} from './accounts.ts';
export { correctionApproval } from './approvals.ts';
export {
  cashAccountRef,
  cashHolderAccount,
  interFundDebts,
  ledgerAccountsOf,
  lockRail,
  lockReconciliation,
  payoutSideOf,
  readAvailableBalance,
  readPayoutPaybill,
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
  readSweepsInTransit,
  undoSweepArrived,
  undoSweepLeft,
} from './sweeps.ts';
