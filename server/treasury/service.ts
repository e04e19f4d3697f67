export {
  type AccountRow,
  addAccount,
  darajaClientFor,
  findAccountsBySecret,
  findOrCreatePlatformPaybill,
  listConnectedPaybills,
  mpesaCallbackPath,
  readAccount,
  readAccountsOfRows,
  readPaybillFor,
  readPlatformNumber,
  recordAccount,
  savePulledUntil,
} from './accounts.ts';
export { cashCorrectionApproval } from './approvals.ts';
export {
  cashAccountRef,
  cashHolderAccount,
  ledgerAccountsOf,
  lockRail,
  lockReconciliation,
  payingAccountOfPlace,
  readAvailableBalance,
  readInterFundDebts,
  readPayingAccountRow,
} from './cash-accounts.ts';
export { findPlatformAccount, finishCashMove, lockCashMove } from './cash-moves.ts';
export { makePlatformRail } from './platform-rail.ts';
export { registerCallbackUrls } from './register-callbacks.ts';
export { decideCollectionAccount, saveCollectionAccount } from './settings.ts';
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
