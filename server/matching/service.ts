export { askPayer, assertCompleted, assignPayment, findManagedPayment, reversePayment, unmatchPayment } from './allocate-payment.ts';
export { allocatePayments, isFundAccepted, readOpenInvoices } from './allocate-payments.ts';
export { type CreditOwner, calculateUnusedCredit, ledgerPayerOfCredit } from './credit.ts';
export { calculateRefundableAmount, isCreditNoteCredit } from './credit-note-credit.ts';
export { isHeldForPayer } from './held-funds.ts';
export { findMatchCandidates, matchPayment, matchPayments, retryUnmatchedPayments } from './match-payment.ts';
export { applyPaymentReversal, mayReversePayment } from './reverse.ts';
export {
  addRefundedAmount,
  lockPaymentCredits,
  lockWholePayment,
  readActiveAllocations,
  readPaymentCredits,
  unallocatePayment,
} from './unallocate.ts';
