export { callbackRoutes } from './callbacks.ts';
export { completePayments, type MoneyMovement } from './complete-payments.ts';
export {
  buildCorrectionMessages,
  type CorrectedValues,
  type CorrectionMessage,
  getEnteredReference,
  getPaymentDay,
  isRecordedMethod,
  lockReferenceOfPayment,
  notifyPaymentCorrected,
  recordCorrectedPayment,
} from './corrected-payments.ts';
export { countInboundAttempt, processInboundBatch } from './inbound-events.ts';
export { applyPartsToOpenInvoice, type HomeColumns, type OpenInvoice, readOpenInvoicesForPayment, toHomeColumns } from './invoices.ts';
export { listOpenStkPushes, processOpenStkPushes } from './jobs.ts';
export { maskCallbackText, maskPhoneNumbers, parseCallbackBody } from './masking.ts';
export { type MatchChange, movePaymentsToTenancy, savePaymentMatches } from './matches.ts';
export {
  getPayerName,
  notifyMessageSender,
  notifyPayer,
  notifyPaymentReceived,
  notifyPaymentReversed,
  notifyPaymentStaff,
  notifyPaymentUnallocated,
  notifyPaymentUnmatched,
  notifyPaymentUnverified,
  type OtherTenancy,
} from './notify.ts';
export { openPaymentException, type PaymentExceptionRow, recordExceptionDecision } from './payment-exceptions.ts';
export { makePhoneBlindMark, type SealedPhone, sealPhone, unsealPhone } from './phones.ts';
export { payFromWallet, startSaleStkPush } from './platform-sales.ts';
export { pullAllPaybills, pullNewTransactions } from './pull.ts';
export { queryStkPush } from './push.ts';
export { markStaffNotified, saveStatusQueries, sendStatusQueries } from './query.ts';
export { isReceiptLinkValid, makeReceiptLink } from './receipt-link.ts';
export { findKnownReference, releaseReceiptReference, reversePaymentAndReceipt, setReceiptReference } from './receipts.ts';
export { buildDuplicateRefusal, lockRecordsOfHome, readRecentPayments } from './recent-payments.ts';
export { cancelCashPayment, confirmCashPayment, recordOutsidePayment } from './record.ts';
export { assertRecordableDay, canCollectForHome, type PaymentHome } from './record-home.ts';
export {
  buildCompanyReceiptReference,
  buildReceiptReferences,
  lockPaymentReferences,
  readPaymentsByReference,
  recordReceipt,
  recordReceipts,
} from './record-receipts.ts';
export {
  buildPaymentLogFacts,
  calculateUnallocatedCents,
  formatPaymentMethod,
  lockPayment,
  type PaymentRow,
  paymentNotFound,
  paymentReceivedAtSql,
  readPayment,
  readStkPush,
  selectNamedPayments,
  toPaymentSummary,
  updatePayment,
} from './rows.ts';
export { formerTenanciesSql, ownPaymentsRule } from './scopes.ts';
