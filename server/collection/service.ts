export { callbackRoutes } from './callbacks.ts';
export { completePayments, type MoneyMovement } from './complete-payments.ts';
export { countAttempt, processInboundBatch } from './inbound-events.ts';
export { type HomeColumns, homeColumns, type OpenInvoice, openAmountAfterParts, openInvoices } from './invoices.ts';
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
  payerNameOf,
} from './notify.ts';
export { openPaymentException, type PaymentExceptionRow, recordExceptionDecision } from './payment-exceptions.ts';
export { openPhone, phoneBlindMark, sealPhone } from './phones.ts';
export { payFromWallet, startSalePush } from './platform-sales.ts';
export { pullAllPaybills, pullTransactionsNow } from './pull.ts';
export { queryPush } from './push.ts';
export { markStaffNotified, sendQueries } from './query.ts';
export { isReceiptLinkValid, receiptLink } from './receipt-link.ts';
export { findKnownReference, releaseReceiptReference, reversePaymentAndReceipt, setReceiptReference } from './receipts.ts';
export { cancelCash, confirmCash, recordOutsidePayment } from './record.ts';
export {
  companyReceiptReference,
  lockReferences,
  paymentsByReference,
  receiptReferencesOf,
  recordReceipt,
  recordReceipts,
} from './record-receipts.ts';
export {
  lockPayment,
  namedPayments,
  type PaymentRow,
  paymentLogFacts,
  paymentMethodText,
  paymentNotFound,
  readPayment,
  readPush,
  receivedAtSql,
  toPaymentHead,
  unallocatedCentsOf,
  updatePayment,
} from './rows.ts';
export { formerTenanciesSql, ownPaymentsRule } from './scopes.ts';
