export { findReconcilableAccount, listReconcilableAccounts, readAccountReconciliation } from './account-reconciliation.ts';
export { pullAndRequestBalance, recordAccountBalance } from './balance.ts';
export {
  findUnexplainedDifferences,
  hasStatementBeingImported,
  listAccountsWithoutBankBalance,
  readQueryPosition,
  reconcileAccounts,
} from './bank-reconciliation.ts';
export { buildBankLineReference } from './classify-lines.ts';
export { markConfirmedLines } from './confirm-receipts.ts';
export { resumeStatements } from './import-lines.ts';
