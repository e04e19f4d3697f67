export { pullAndRequestBalance, recordBalance } from './balance.ts';
export { accountsNeverCompared, reconcileAccounts, unexplainedDifferences } from './bank-reconciliation.ts';
export { resumeStatements } from './import-lines.ts';
