import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import {
  type AgeBucket,
  creditKinds,
  invoiceActs,
  invoiceKinds,
  invoiceStatuses,
  lateFeeFrequencies,
  lateFeeKinds,
  runStates,
  runWarnings,
  splitKeys,
  type TaxCode,
} from './kinds.ts';
import { lineWordKeys } from './lines.ts';
import type { InvoiceFull } from './shapes.ts';

export const everyNames = labels('invoices_every', lateFeeFrequencies);
export const feeNames = labels('invoices_fee', lateFeeKinds);
export const splitNames = labels('invoices_split', splitKeys);
export const runNames = labels('invoices_run', runStates);
export const actNames = labels('invoices_act', invoiceActs, { settle_dispute: m.invoices_act_settle });
export const invoiceHistoryNames: LabelMap = labels(
  'invoices_past',
  ['void', 'lapse', 'pay', 'close', 'pay_part', 'reopen', 'reopen_part', 'waive'],
  {
    reopen_part: m.invoices_past_reopen,
  },
);
export const etimsNames: LabelMap<InvoiceFull['etims']['state']> = labels('invoices_etims', ['none', 'queued', 'sent', 'rejected']);
export const kindNames = labels('invoice_kind', invoiceKinds);
export const statusNames = labels('invoice_status', invoiceStatuses);
export const wordNames = labels('invoice_line', lineWordKeys);
export const taxNames: LabelMap<TaxCode> = { A: m.invoice_tax_a, B: m.invoice_tax_b, C: m.invoice_tax_c, D: m.invoice_tax_d, E: m.invoice_tax_e };
export const ageNames: LabelMap<AgeBucket> = {
  current: m.invoice_age_current,
  '1-30': m.invoice_age_30,
  '31-60': m.invoice_age_60,
  '61-90': m.invoice_age_90,
  '90+': m.invoice_age_more,
};
export const warningNames = labels('invoice_warning', runWarnings);
export const creditNames = labels('invoice_credit', creditKinds);
