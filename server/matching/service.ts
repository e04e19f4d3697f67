export { askPayer, assertCompleted, assignPayment, findManagedPayment, reversePayment, unmatchPayment } from './allocate-payment.ts';
export { acceptsFund, allocatePayments, openInvoicesOf } from './allocate-payments.ts';
export { type CreditOwner, creditLeft, payerOfCredit } from './credit.ts';
export { isCreditNoteCredit, refundableAmount } from './credit-note-credit.ts';
export { isHeldForPayer } from './held-funds.ts';
export { matchCandidates, matchPayment, matchPayments, retryUnmatched } from './match-payment.ts';
export { applyReversal, mayReverse } from './reverse.ts';
export { activeAllocations, addRefunded, creditsOf, lockCredits, lockWholePayment, unallocatePayment } from './unallocate.ts';
