/** The ledger (double-entry general ledger): functions for other modules, and the handlers of its calls. */

export { accountCodeSql } from './codes.ts';
export {
  applyMoneyMode,
  checkAndCloseLedgerMonth as close,
  closeCheckedLedgerMonth,
  decideMoneyMode,
  listLedgerCheckRuns as listChecks,
  listMoneyModes,
  requestMoneyMode,
  runAllLedgerChecks as runChecks,
} from './ledger-admin.ts';
export { readAccountPayoutsBlockedReason, readAllPayoutsBlockedReason, readPayoutsBlockedReason } from './ledger-checks.ts';
export { readLedgerEffects } from './ledger-effects.ts';
export {
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
  readTrialBalance as trialBalance,
} from './read.ts';
export { readSourcePages } from './source.ts';
