export {
  allocatePaymentToTenancies,
  askPayerForPaymentPurpose,
  assertPaymentCompleted,
  findManagedPayment,
  reversePayment,
  unallocateManagedPayment,
} from './allocate-payment.ts';
export { allocatePayments, isFundAccepted, readOpenInvoices } from './allocate-payments.ts';
export { correctPayment, previewCorrection } from './correct-payment.ts';
export { findCorrectionWay, isCorrectable } from './correction-values.ts';
export { type CreditOwner, calculateUnusedCredit, toLedgerPayerOfCredit } from './credit.ts';
export { calculateRefundableAmount, isCreditNoteCredit } from './credit-note-credit.ts';
export { isHeldForPayer } from './held-funds.ts';
export { findMatchCandidates, matchPayment, matchPayments, retryUnmatchedPayments } from './match-payment.ts';
export { applyPaymentReversal, findReversalWay } from './reverse.ts';
export {
  addRefundedAmount,
  lockPaymentCredits,
  lockPaymentWithAllocations,
  readActiveAllocations,
  readPaymentCredits,
  unallocatePayment,
} from './unallocate.ts';
