import { enumerations } from '#contract/reference/enumerations.ts';

/** The words of invoices, for every storey, without Zod. */
export const invoiceStatuses = enumerations.invoice_status;
export type InvoiceStatus = keyof typeof invoiceStatuses;
/** Something of it is still asked for. */
export const openStatuses: readonly InvoiceStatus[] = ['unpaid', 'active'];

export const invoiceKinds = ['move_in', 'rent', 'utility', 'ad_hoc', 'late_fee', 'damage', 'final'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
/** What somebody writes by hand; the others come of a booking, a run or a policy. */
export const handKinds = ['ad_hoc', 'rent', 'utility', 'damage'] as const satisfies readonly InvoiceKind[];

export const lineKinds = [
  'rent',
  'deposit',
  'service',
  'water',
  'power',
  'garbage',
  'security',
  'parking',
  'internet',
  'discount',
  'agent_fee',
  'late_fee',
  'damage',
  'rounding',
  'other',
] as const;
export type LineKind = (typeof lineKinds)[number];
/** What a line typed by hand may be: rounding and late fees are worked out. */
export const handLineKinds = [
  'rent',
  'deposit',
  'service',
  'water',
  'power',
  'garbage',
  'security',
  'parking',
  'internet',
  'discount',
  'damage',
  'other',
] as const satisfies readonly LineKind[];
/** What a charge to many homes, or a cost shared by them, may be. */
export const sharedKinds = [
  'service',
  'water',
  'power',
  'garbage',
  'security',
  'parking',
  'internet',
  'other',
] as const satisfies readonly LineKind[];

/** eTIMS tax types (product definition, §43): A exempt, B 16 %, C zero-rated, D outside VAT, E 8 %. Rates by day stand in tax.ts. */
export const taxCodes = ['A', 'B', 'C', 'D', 'E'] as const;
export type TaxCode = (typeof taxCodes)[number];

/** How late what is open is, in days. */
export const ages = ['current', '1-30', '31-60', '61-90', '90+'] as const;
export type Age = (typeof ages)[number];

/** What a credit note is for: something was asked for wrongly, will never be paid, or a late fee is let go. */
export const creditKinds = ['credit', 'write_off', 'waiver'] as const;
export type CreditKind = (typeof creditKinds)[number];

export const splitKeys = ['equal', 'area', 'occupants', 'custom'] as const;
export type SplitKey = (typeof splitKeys)[number];

/** What a preview says of a tenancy before a run: `duplicate` and `nothing` make no invoice, what is `past_due` will be due on the day it is issued. */
export const runWarnings = ['no_reading', 'zero_rent', 'duplicate', 'nothing', 'ending', 'past_due'] as const;
export type RunWarning = (typeof runWarnings)[number];
/** Why a tenancy of a run has no invoice of it. */
export const skipReasons = [...runWarnings, 'left_out', 'failed'] as const;
export type SkipReason = (typeof skipReasons)[number];
export const runStates = ['running', 'done', 'stopped'] as const;
export type RunState = (typeof runStates)[number];

export const feeEvery = ['once', 'daily', 'weekly', 'monthly'] as const;
export type FeeEvery = (typeof feeEvery)[number];
export const feeKinds = ['fixed', 'percent'] as const;
export type FeeKind = (typeof feeKinds)[number];

/** Days before (negative) and after the due day on which who has to pay is reminded, each once. */
export const reminderDays = [-3, 0, 1, 3, 7, 14, 30] as const;
export type ReminderDay = (typeof reminderDays)[number];

export const invoiceActs = ['void', 'credit', 'write_off', 'waive', 'send', 'dispute', 'settle_dispute'] as const;
export type InvoiceAct = (typeof invoiceActs)[number];

export const papers = ['invoice', 'receipt'] as const;
export type InvoicePaper = (typeof papers)[number];

/** The usual: issued so many days before it is due; the public page closes so many days after it was paid. */
export const usualInvoicing = { daysBefore: 7, openDays: 60 } as const;
/** So many tenancies are worked on in one transaction of a run. */
export const runChunk = 500;
