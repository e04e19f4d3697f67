/** The ledger (double-entry general ledger): functions for other modules, and the handlers of its calls. */

export { codeOf } from './codes.ts';
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
  accountBalance,
  accountBalances,
  balanceBefore,
  type FundAccount,
  lockAccountBalances,
  moneyModeOf,
  type NewJournal,
  pairsOf,
  postJournal,
  postJournals,
  reverseJournal,
} from './post-journals.ts';
export { journalDetails, journalsCsv, listJournals, listPeriods, trialBalance } from './read.ts';
export { pagesFor } from './source.ts';
