import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import {
  type AgeBucket,
  costSplitMethods,
  type InvoiceTaxCode,
  invoiceActions,
  invoiceCreditKinds,
  invoiceKinds,
  invoiceRunKeptReasons,
  invoiceRunStates,
  invoiceRunWarnings,
  invoiceStatuses,
  lateFeeFrequencies,
  lateFeeKinds,
  rentCorrectionOutcomes,
} from './kinds.ts';
import { invoiceLineTextKeys } from './lines.ts';
import type { InvoiceDetails } from './shapes.ts';

export const rentCorrectionOutcomeLabels = labels('invoice_rent_outcome', rentCorrectionOutcomes);
export const lateFeeFrequencyLabels = labels('invoices_every', lateFeeFrequencies);
export const lateFeeKindLabels = labels('invoices_fee', lateFeeKinds);
export const costSplitMethodLabels = labels('invoices_split', costSplitMethods);
export const invoiceRunKeptReasonLabels = labels('invoices_kept', invoiceRunKeptReasons);
export const invoiceRunStateLabels = labels('invoices_run', invoiceRunStates);
export const invoiceActionLabels = labels('invoices_act', invoiceActions, { settle_dispute: m.invoices_act_settle });
export const invoiceHistoryLabels: LabelMap = labels(
  'invoices_past',
  ['void', 'lapse', 'pay', 'close', 'pay_part', 'reopen', 'reopen_part', 'waive'],
  {
    reopen_part: m.invoices_past_reopen,
  },
);
export const etimsStateLabels: LabelMap<InvoiceDetails['etims']['state']> = labels('invoices_etims', ['none', 'queued', 'sent', 'rejected']);
export const invoiceKindLabels = labels('invoice_kind', invoiceKinds);
export const invoiceStatusLabels = labels('invoice_status', invoiceStatuses);
export const invoiceLineTextLabels = labels('invoice_line', invoiceLineTextKeys);
export const invoiceTaxCodeLabels: LabelMap<InvoiceTaxCode> = {
  A: m.invoice_tax_a,
  B: m.invoice_tax_b,
  C: m.invoice_tax_c,
  D: m.invoice_tax_d,
  E: m.invoice_tax_e,
};
export const ageBucketLabels: LabelMap<AgeBucket> = {
  current: m.invoice_age_current,
  '1-30': m.invoice_age_30,
  '31-60': m.invoice_age_60,
  '61-90': m.invoice_age_90,
  '90+': m.invoice_age_more,
};
export const invoiceRunWarningLabels = labels('invoice_warning', invoiceRunWarnings);
export const invoiceCreditKindLabels = labels('invoice_credit', invoiceCreditKinds);
