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
  getPaymentFund,
  isOwnBank,
  isPlatformMoney,
  lockRail,
  lockReconciliation,
  readAvailableBalance,
  readInterFundDebts,
  readOwnBank,
  readPayingAccountRow,
  toCashAccountReference,
  toLedgerAccountKeys,
  toPayingAccount,
} from './cash-accounts.ts';
export { findPlatformAccount, findReconciledAccount, finishCashMove, lockCashMove, recordInterFundClearing } from './cash-moves.ts';
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
