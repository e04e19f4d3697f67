/** The ledger (double-entry general ledger): functions for other modules, and the handlers of its calls. */

export {
  exportAccountCsv as accountCsv,
  exportTrialBalanceCsv as trialBalanceCsv,
  listAccountEntries as accountEntries,
  readTrialBalance as trialBalance,
} from './balances.ts';
export { makeTrialBalancePdfLink as trialBalancePdf } from './balances-pdf.ts';
export { accountCodeSql } from './codes.ts';
export {
  applyMoneyMode,
  assertLedgerChecksPass,
  checkAndCloseLedgerMonth,
  closeCheckedLedgerMonth,
  decideMoneyMode,
  listLedgerCheckRuns as listChecks,
  listMoneyModes,
  reopenLedgerMonth,
  requestMoneyMode,
  runAllLedgerChecks as runChecks,
} from './ledger-admin.ts';
export { readAccountPayoutsBlockedReason, readAllPayoutsBlockedReason, readPayoutsBlockedReason } from './ledger-checks.ts';
export { readLedgerEffects } from './ledger-effects.ts';
export { readMonthlyChanges } from './monthly-changes.ts';
export {
  assertValueDaysOpen,
  balanceBeforeSql,
  type FundAccount,
  lockAccountBalances,
  type NewJournal,
  postJournal,
  postJournals,
  readAccountBalance,
  readAccountBalances,
  readMoneyMode,
  readPostingPairs,
  reverseJournal,
} from './post-journals.ts';
export {
  exportJournalsCsv as journalsCsv,
  listJournals,
  listLedgerPeriods as listPeriods,
  readJournalDetails as journalDetails,
} from './read.ts';
export { readSourcePages } from './source.ts';
