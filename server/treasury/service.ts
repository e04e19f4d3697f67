export {
  buildMpesaCallbackPath,
  type CollectionAccountRow,
  createCollectionAccount,
  findCollectionAccountsBySecret,
  findOrCreateManualPaymentAccount,
  findOrCreatePlatformPaybill,
  listConnectedPaybills,
  makeDarajaClientForAccount,
  readCollectionAccount,
  readCollectionAccountsOfRows,
  readPaybillForPayments,
  readPlatformPaybillNumber,
  savePulledUntil,
} from './accounts.ts';
export { cashCorrectionApproval } from './approvals.ts';
export {
  getCashHolderAccount,
  getLedgerAccountsOfAccount,
  lockRail,
  lockReconciliation,
  readAvailableBalance,
  readInterFundDebts,
  readPayingAccountRow,
  toCashAccountReference,
  toLedgerAccountKeys,
  toPayingAccount,
} from './cash-accounts.ts';
export { findPlatformAccount, finishCashMove, lockCashMove } from './cash-moves.ts';
export { makePlatformRail } from './platform-rail.ts';
export { registerCallbackUrls } from './register-callbacks.ts';
export { decideCollectionAccount, saveCollectionAccount } from './settings.ts';
export {
  type CashMoveRow,
  createCashMove,
  postCashCorrection,
  postCashMove,
  postSweepArrival,
  postSweepDeparture,
  readSweepsInTransit,
  undoSweepArrival,
  undoSweepDeparture,
  updateCashMove,
} from './sweeps.ts';
