/** The ledger (double-entry general ledger): functions for other modules, and the handlers of its calls. */

export { accountCodeSql } from './codes.ts';
export {
  applyMoneyMode,
  close,
  closeCheckedMonth,
  decideMoneyMode,
  listChecks,
  listMoneyModes,
  requestMoneyMode,
  runChecks,
} from './ledger-admin.ts';
export { payoutsBlockedReason } from './ledger-checks.ts';
export { ledgerEffectsOf } from './ledger-effects.ts';
export {
  type FundAccount,
  lockAccountBalances,
  type NewJournal,
  postJournal,
  postJournals,
  readAccountBalance,
  readAccountBalances,
  readBalanceBefore,
  readMoneyMode,
  readPostingPairs,
  reverseJournal,
} from './post-journals.ts';
export { journalDetails, journalsCsv, listJournals, listPeriods, trialBalance } from './read.ts';
export { readSourcePages } from './source.ts';
