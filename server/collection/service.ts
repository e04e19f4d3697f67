export { callbackRoutes } from './callbacks.ts';
export { completePayments, type MoneyMovement } from './complete-payments.ts';
export { countInboundAttempt, processInboundBatch } from './inbound-events.ts';
export { type HomeColumns, homeColumns, type OpenInvoice, openInvoiceAfterParts, readOpenInvoicesForPayment } from './invoices.ts';
export { listOpenPushes, sweepPushes } from './jobs.ts';
export { maskCallbackText, maskNumbers, parseCallbackBody } from './masking.ts';
export { type MatchChange, movePaymentsToTenancy, savePaymentMatches } from './matches.ts';
export {
  notifyMessageSender,
  notifyPayer,
  notifyPaymentReversed,
  notifyPaymentStaff,
  notifyReceived,
  notifyUnallocated,
  notifyUnmatched,
  notifyUnverified,
  type OtherTenancy,
  payerNameOf,
} from './notify.ts';
export { openPaymentException, type PaymentExceptionRow, recordExceptionDecision } from './payment-exceptions.ts';
export { makePhoneBlindMark, openPhone, sealPhone } from './phones.ts';
export { payFromWallet, startSalePush } from './platform-sales.ts';
export { pullAllPaybills, pullTransactionsNow } from './pull.ts';
export { queryPush } from './push.ts';
export { markStaffNotified, sendStatusQueries } from './query.ts';
export { isReceiptLinkValid, makeReceiptLink } from './receipt-link.ts';
export { findKnownReference, releaseReceiptReference, reversePaymentAndReceipt, setReceiptReference } from './receipts.ts';
export { cancelCashPayment, confirmCashPayment, recordOutsidePayment } from './record.ts';
export {
  companyReceiptReference,
  lockReferences,
  readPaymentsByReference,
  receiptReferencesOf,
  recordReceipt,
  recordReceipts,
} from './record-receipts.ts';
export {
  calculateUnallocatedCents,
  lockPayment,
  type PaymentRow,
  paymentLogFacts,
  paymentMethodText,
  paymentNotFound,
  readPayment,
  readPush,
  receivedAtSql,
  selectNamedPayments,
  toPaymentSummary,
  updatePayment,
} from './rows.ts';
export { formerTenanciesSql, ownPaymentsRule } from './scopes.ts';
