export { pullAndRequestBalance, recordAccountBalance } from './balance.ts';
export { findUnexplainedDifferences, listAccountsNeverCompared, reconcileAccounts } from './bank-reconciliation.ts';
export { resumeStatements } from './import-lines.ts';
