/** The invoice module: exports for other modules, and the handlers of its calls. */

import type { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import type { rentCorrectionCalls } from '#contract/invoice/correction-calls.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import * as acts from './acts.ts';
import { correctRent, previewRentCorrection } from './corrections/rent-correction.ts';
import { previewVoidRun, voidRun } from './corrections/void-run.ts';
import { creditInvoice, voidInvoice, waiveLateFee, writeOffInvoice } from './credit.ts';
import { readInvoiceDetails } from './invoice-detail.ts';
import { previewLateFees, setLateFeePolicy } from './late-fees/fees.ts';
import * as lists from './lists.ts';
import { createInvoice, previewInvoice } from './manual-invoice.ts';
import { readBalanceDue, readPublicInvoice } from './public-invoice.ts';
import { makeCreditNotePdfLink, makeInvoicePdfLink, makePublicInvoicePdfLink } from './runs/paper.ts';
import { listInvoiceRuns, listMissingInvoices, previewInvoiceRun, readInvoiceRunDetails, resumeInvoiceRun, startInvoiceRun } from './runs/runs.ts';
import { readInvoiceSettings, updateInvoiceSettings } from './settings.ts';
import { issueBatchCharge, issueSplitCost, previewBatchCharge, previewSplitCost } from './shared-charges.ts';

export { cancelReceivable, reverseCreditNote } from './credit-note-reversal.ts';
export { expireInvoice, onBookingApproved } from './event-handlers.ts';
export { type InvoiceDraft, issueInvoice, issueInvoiceOnce, issueInvoices as issueMany } from './issue.ts';
export { chargeLateFees } from './late-fees/fees.ts';
export { countInvoices, listInvoices, sumInvoices, sumInvoicesByMonth } from './lists.ts';
export { lockInvoicesForPayment } from './locks.ts';
export { buildPublicInvoicePath, notifyInvoiceIssued } from './notify.ts';
export { readPayToDetails } from './pay-to.ts';
export { findInvoiceByLink } from './public-invoice.ts';
export { getReceivableAccount, toPaybillAccountNumber } from './rows.ts';
export { issueDueInvoices, processInvoiceRun } from './runs/run.ts';
export { type AllocationChange, applyAllocations } from './settle.ts';
export { readInvoiceShares, readOwnInvoiceShares } from './shares.ts';
export { getArrearsDay, readUnitTotals, type UnitTotals } from './unit-totals.ts';

export const invoiceService = (services: RunningServices): CallHandlers<typeof invoiceCalls> => ({
  list: lists.listInvoices,
  listMine: lists.listOwnInvoices,
  listOfTenancy: lists.listTenancyInvoices,
  counts: lists.countInvoices,
  totals: lists.sumInvoices,
  ageing: lists.readAgeingReport,
  monthlyTotals: lists.sumInvoicesByMonth,
  csv: lists.exportInvoices,
  missingInvoices: listMissingInvoices,
  balanceDue: readBalanceDue,
  details: readInvoiceDetails,
  publicDetails: readPublicInvoice,
  pdfLink: makeInvoicePdfLink(services),
  publicPdfLink: makePublicInvoicePdfLink(services),
});
export const invoiceActionService = (services: RunningServices): CallHandlers<typeof invoiceActionCalls> => ({
  preview: previewInvoice,
  create: createInvoice,
  void: voidInvoice,
  credit: creditInvoice,
  writeOff: writeOffInvoice,
  waive: waiveLateFee,
  send: acts.sendInvoice,
  dispute: acts.disputeInvoice,
  settleDispute: acts.settleInvoiceDispute,
  creditNotePdfLink: makeCreditNotePdfLink(services),
});
export const rentCorrectionService: CallHandlers<typeof rentCorrectionCalls> = { previewRentCorrection, correctRent };
export const invoiceRunService: CallHandlers<typeof invoiceRunCalls> = {
  previewInvoiceRun,
  startInvoiceRun,
  invoiceRunDetails: readInvoiceRunDetails,
  resumeInvoiceRun,
  previewVoidRun,
  voidRun,
  listInvoiceRuns,
  previewBatchCharge,
  batchCharge: issueBatchCharge,
  previewSplitCost,
  splitCost: issueSplitCost,
  invoiceSettings: readInvoiceSettings,
  updateInvoiceSettings,
  setFeePolicy: setLateFeePolicy,
  previewLateFees,
};
