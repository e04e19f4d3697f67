import type { paymentActionCalls } from '#contract/payment/act-calls.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import type { paymentCorrectionCalls } from '#contract/payment/correction-calls.ts';
import { makeReceiptLink } from '#server/collection/service.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import * as own from './account-statement.ts';
import * as acts from './acts.ts';
import { addPaymentEvidence, makePaymentEvidencePathReader } from './evidence.ts';
import * as lists from './lists.ts';

export const paymentService = (services: RunningServices): CallHandlers<typeof paymentCalls> => ({
  list: lists.listPayments,
  csv: lists.exportPayments,
  listMine: lists.listOwnPayments,
  details: (ctx, input) => lists.makePaymentDetails(makePaymentEvidencePathReader(services, ctx))(ctx, input),
  receiptLink: makeReceiptLink(services),
  listOfInvoice: lists.listInvoicePayments,
  accountStatement: own.readAccountStatement,
  accountStatementPdfLink: own.makeAccountStatementPdfLink(services),
  listInboundEvents: lists.listInboundEvents,
  inboundEventDetails: lists.readInboundEventDetails,
  replayInboundEvent: lists.replayInboundEvent,
});
export const paymentActionService = (services: RunningServices): CallHandlers<typeof paymentActionCalls> => ({
  assign: acts.allocatePaymentAction,
  askPayer: acts.askPayer(services),
  unallocate: acts.unallocatePaymentAction,
  reverse: acts.reversePayment,
  requestRefund: acts.requestRefund,
  addEvidence: addPaymentEvidence(services),
  confirmCash: acts.confirmCash(services),
  cancelCash: acts.cancelCash,
});
export const paymentCorrectionService: CallHandlers<typeof paymentCorrectionCalls> = {
  previewCorrection: acts.previewCorrection,
  correct: acts.correctPayment,
};
