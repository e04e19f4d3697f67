import type { paymentActCalls } from '#contract/payment/act-calls.ts';
import type { paymentCalls } from '#contract/payment/calls.ts';
import { receiptLink } from '#server/collection/service.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import * as own from './account-statement.ts';
import * as acts from './acts.ts';
import { addPaymentEvidence, evidencePath } from './evidence.ts';
import * as lists from './lists.ts';

export const paymentService = (services: RunningServices): CallHandlers<typeof paymentCalls> => ({
  list: lists.listPayments,
  csv: lists.exportPayments,
  listMine: lists.listOwnPayments,
  details: (ctx, input) => lists.paymentDetails(evidencePath(services, ctx))(ctx, input),
  receiptLink: receiptLink(services),
  listOfInvoice: lists.listInvoicePayments,
  accountStatement: own.accountStatement,
  accountStatementPdfLink: own.accountStatementPdfLink(services),
  listInboundEvents: lists.listInboundEvents,
  inboundEventDetails: lists.inboundEventDetails,
  replayInboundEvent: lists.replayInboundEvent,
});
export const paymentActService = (services: RunningServices): CallHandlers<typeof paymentActCalls> => ({
  assign: acts.assignPayment,
  askPayer: acts.askPayer(services),
  unallocate: acts.unallocate,
  reverse: acts.reversePayment,
  requestRefund: acts.requestRefund,
  addEvidence: addPaymentEvidence(services),
  confirmCash: acts.confirmCash(services),
  cancelCash: acts.cancelCash,
});
