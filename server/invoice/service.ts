/** The invoice module: exports for other modules, and the handlers of its calls. */

import type { invoiceActCalls } from '#contract/invoice/act-calls.ts';
import type { invoiceCalls } from '#contract/invoice/calls.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import * as acts from './acts.ts';
import { creditInvoice, voidInvoice, waiveLateFee, writeOff } from './credit.ts';
import { invoiceDetails } from './invoice-detail.ts';
import { previewLateFees, setFeePolicy } from './late-fees/fees.ts';
import * as lists from './lists.ts';
import { createInvoice, previewInvoice } from './manual-invoice.ts';
import { balanceDue, publicDetails } from './public-invoice.ts';
import { creditNotePdfLink, invoicePdfLink, publicInvoicePdfLink } from './runs/paper.ts';
import { invoiceRunDetails, listInvoiceRuns, missingInvoices, previewInvoiceRun, resumeInvoiceRun, startInvoiceRun } from './runs/runs.ts';
import { invoiceSettings, updateInvoiceSettings } from './settings.ts';
import { batchCharge, previewBatchCharge, previewSplitCost, splitCost } from './shared-charges.ts';

export { cancelReceivable, reverseCreditNote } from './credit-note-reversal.ts';
export { expireInvoice, onBookingApproved } from './event-handlers.ts';
export { type InvoiceDraft, issueInvoice, issueInvoiceOnce, issueInvoices as issueMany } from './issue.ts';
export { chargeLateFees } from './late-fees/fees.ts';
export { countInvoices, listInvoices, monthlyTotals, sumInvoices } from './lists.ts';
export { lockInvoicesForPayment } from './locks.ts';
export { notifyIssued, publicInvoicePath } from './notify.ts';
export { payToDetails } from './pay-to.ts';
export { invoiceByLink } from './public-invoice.ts';
export { paymentReferenceOf, receivableAccountOf } from './rows.ts';
export { issueDueInvoices, processRun } from './runs/run.ts';
export { type AllocationChange, applyAllocations } from './settle.ts';
export { readInvoiceShares, readOwnShares } from './shares.ts';

export const invoiceService = (services: RunningServices): CallHandlers<typeof invoiceCalls> => ({
  list: lists.listInvoices,
  listMine: lists.listOwnInvoices,
  listOfTenancy: lists.listTenancyInvoices,
  counts: lists.countInvoices,
  totals: lists.sumInvoices,
  ageing: lists.ageingReport,
  monthlyTotals: lists.monthlyTotals,
  csv: lists.exportInvoices,
  missingInvoices: missingInvoices,
  balanceDue,
  details: invoiceDetails,
  publicDetails,
  pdfLink: invoicePdfLink(services),
  publicPdfLink: publicInvoicePdfLink(services),
});
export const invoiceActService = (services: RunningServices): CallHandlers<typeof invoiceActCalls> => ({
  preview: previewInvoice,
  create: createInvoice,
  void: voidInvoice,
  credit: creditInvoice,
  writeOff,
  waive: waiveLateFee,
  send: acts.sendInvoice,
  dispute: acts.disputeInvoice,
  settleDispute: acts.settleDispute,
  creditNotePdfLink: creditNotePdfLink(services),
});
export const invoiceRunService: CallHandlers<typeof invoiceRunCalls> = {
  previewInvoiceRun,
  startInvoiceRun,
  invoiceRunDetails,
  resumeInvoiceRun,
  listInvoiceRuns,
  previewBatchCharge,
  batchCharge,
  previewSplitCost,
  splitCost,
  invoiceSettings,
  updateInvoiceSettings,
  setFeePolicy,
  previewLateFees,
};
