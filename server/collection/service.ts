export { callbackRoutes } from './callbacks.ts';
export { completePayments, type MoneyMovement } from './complete-payments.ts';
export { countAttempt, processInboundBatch } from './inbound-events.ts';
export { type HomeColumns, homeColumns, type OpenInvoice, openAfterParts, openInvoices } from './invoices.ts';
export { openPushes, sweepPushes } from './jobs.ts';
export { maskedCallbackText, maskNumbers, parseCallbackBody } from './masking.ts';
export { type MatchChange, movePaymentsToTenancy, saveMatches } from './matches.ts';
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
  payerName,
} from './notify.ts';
export { openPaymentException, type PaymentExceptionRow, recordExceptionDecision } from './payment-exceptions.ts';
export { openPhone, phoneMark, sealPhone } from './phones.ts';
export { payFromWallet, startSalePush } from './platform-sales.ts';
export { pullAll, pullNow } from './pull.ts';
export { queryPush } from './push.ts';
export { markStaffNotified, sendQueries } from './query.ts';
export { isReceiptLinkValid, receiptLink } from './receipt-link.ts';
export { findKnownReference, releaseReceiptReference, reversePaymentAndReceipt, setReceiptReference } from './receipts.ts';
export { cancelCash, confirmCash, recordOutsidePayment } from './record.ts';
export { companyReference, lockReferences, paymentsByReference, recordReceipt, recordReceipts, referencesOf } from './record-receipts.ts';
export {
  lockPayment,
  namedPayments,
  type PaymentRow,
  paymentLogFacts,
  paymentMethodText,
  paymentNotFound,
  paymentOf,
  pushOf,
  receivedAt,
  toHead,
  unallocatedOf,
  updatePayment,
} from './rows.ts';
export { formerTenancies, ownPayments } from './scopes.ts';
