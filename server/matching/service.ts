export { askPayer, assertCompleted, assignPayment, findManagedPayment, reversePayment, unmatchPayment } from './allocate-payment.ts';
export { allocatePayments, isFundAccepted, readOpenInvoices } from './allocate-payments.ts';
export { type CreditOwner, readPayerOfCredit, unusedCredit } from './credit.ts';
export { isCreditNoteCredit, refundableAmount } from './credit-note-credit.ts';
export { isHeldForPayer } from './held-funds.ts';
export { matchCandidates, matchPayment, matchPayments, retryUnmatched } from './match-payment.ts';
export { applyReversal, mayReverse } from './reverse.ts';
export { addRefunded, lockCredits, lockWholePayment, readActiveAllocations, readPaymentCredits, unallocatePayment } from './unallocate.ts';
