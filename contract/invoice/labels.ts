import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import {
  type AgeBucket,
  costSplitKeys,
  type InvoiceTaxCode,
  invoiceActions,
  invoiceCreditKinds,
  invoiceKinds,
  invoiceRunStates,
  invoiceRunWarnings,
  invoiceStatuses,
  lateFeeFrequencies,
  lateFeeKinds,
} from './kinds.ts';
import { lineTextKeys } from './lines.ts';
import type { InvoiceDetails } from './shapes.ts';

export const lateFeeFrequencyNames = labels('invoices_every', lateFeeFrequencies);
export const lateFeeKindNames = labels('invoices_fee', lateFeeKinds);
export const costSplitKeyNames = labels('invoices_split', costSplitKeys);
export const invoiceRunStateNames = labels('invoices_run', invoiceRunStates);
export const invoiceActionNames = labels('invoices_act', invoiceActions, { settle_dispute: m.invoices_act_settle });
export const invoiceHistoryNames: LabelMap = labels(
  'invoices_past',
  ['void', 'lapse', 'pay', 'close', 'pay_part', 'reopen', 'reopen_part', 'waive'],
  {
    reopen_part: m.invoices_past_reopen,
  },
);
export const etimsStateNames: LabelMap<InvoiceDetails['etims']['state']> = labels('invoices_etims', ['none', 'queued', 'sent', 'rejected']);
export const invoiceKindNames = labels('invoice_kind', invoiceKinds);
export const invoiceStatusNames = labels('invoice_status', invoiceStatuses);
export const lineTextNames = labels('invoice_line', lineTextKeys);
export const invoiceTaxNames: LabelMap<InvoiceTaxCode> = {
  A: m.invoice_tax_a,
  B: m.invoice_tax_b,
  C: m.invoice_tax_c,
  D: m.invoice_tax_d,
  E: m.invoice_tax_e,
};
export const ageBucketNames: LabelMap<AgeBucket> = {
  current: m.invoice_age_current,
  '1-30': m.invoice_age_30,
  '31-60': m.invoice_age_60,
  '61-90': m.invoice_age_90,
  '90+': m.invoice_age_more,
};
export const runWarningNames = labels('invoice_warning', invoiceRunWarnings);
export const creditKindNames = labels('invoice_credit', invoiceCreditKinds);
