import { apiEnumerations } from '#contract/reference/enumerations.ts';

/** Invoice enumerations for every layer, without Zod. */
export const invoiceStatuses = apiEnumerations.invoice_status;
export type InvoiceStatus = keyof typeof invoiceStatuses;
/** Statuses with a balance due. */
export const openInvoiceStatuses: readonly InvoiceStatus[] = ['unpaid', 'active'];

export const invoiceKinds = ['move_in', 'rent', 'utility', 'ad_hoc', 'late_fee', 'damage', 'final'] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];
/** Kinds of a manual invoice. The others are created by a booking, a run or a policy. */
export const manualInvoiceKinds = ['ad_hoc', 'rent', 'utility', 'damage'] as const satisfies readonly InvoiceKind[];

export const invoiceLineKinds = [
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
export type InvoiceLineKind = (typeof invoiceLineKinds)[number];
/** The kinds of a manually entered line. Rounding and late fees are calculated. */
export const manualInvoiceLineKinds = [
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
] as const satisfies readonly InvoiceLineKind[];
/** Kinds of a charge to several homes, or of a cost they share. */
export const sharedChargeKinds = [
  'service',
  'water',
  'power',
  'garbage',
  'security',
  'parking',
  'internet',
  'other',
] as const satisfies readonly InvoiceLineKind[];

/** eTIMS tax types (product definition, §43): A exempt, B 16 %, C zero-rated, D outside VAT, E 8 %. tax.ts has the rates by date. */
export const invoiceTaxCodes = ['A', 'B', 'C', 'D', 'E'] as const;
export type InvoiceTaxCode = (typeof invoiceTaxCodes)[number];

/** Age buckets of the balance due, in days overdue. */
export const ageBuckets = ['current', '1-30', '31-60', '61-90', '90+'] as const;
export type AgeBucket = (typeof ageBuckets)[number];

/** Reasons for a credit note: a wrong charge, a bad debt, or a waived late fee. */
export const invoiceCreditKinds = ['credit', 'write_off', 'waiver'] as const;
export type InvoiceCreditKind = (typeof invoiceCreditKinds)[number];

export const costSplitMethods = ['equal', 'area', 'occupants', 'custom'] as const;
export type CostSplitMethod = (typeof costSplitMethods)[number];

/** Warnings of a run's preview about a tenancy. `duplicate` and `nothing` create no invoice. `past_due` will be due on the day it is issued. */
export const invoiceRunWarnings = ['no_reading', 'zero_rent', 'duplicate', 'nothing', 'ending', 'past_due'] as const;
export type InvoiceRunWarning = (typeof invoiceRunWarnings)[number];
/** Why a tenancy in a run has no invoice. */
export const invoiceSkipReasons = [...invoiceRunWarnings, 'left_out', 'failed'] as const;
export type InvoiceSkipReason = (typeof invoiceSkipReasons)[number];
/** Why an invoice is not voided with its run: it has payments, or a credit note. */
export const invoiceRunKeptReasons = ['paid', 'credited'] as const;
export type InvoiceRunKeptReason = (typeof invoiceRunKeptReasons)[number];
export const invoiceRunStates = ['running', 'done', 'stopped'] as const;
export type InvoiceRunState = (typeof invoiceRunStates)[number];

export const lateFeeFrequencies = ['once', 'daily', 'weekly', 'monthly'] as const;
export type LateFeeFrequency = (typeof lateFeeFrequencies)[number];
export const lateFeeKinds = ['fixed', 'percent'] as const;
export type LateFeeKind = (typeof lateFeeKinds)[number];

/** Days before (negative) and after the due date on which payers get a reminder, one each. */
export const invoiceReminderDays = [-3, 0, 1, 3, 7, 14, 30] as const;
export type InvoiceReminderDay = (typeof invoiceReminderDays)[number];

export const invoiceActions = ['void', 'credit', 'write_off', 'waive', 'send', 'dispute', 'settle_dispute'] as const;
export type InvoiceAction = (typeof invoiceActions)[number];

/** What the correction of a wrong rent does with an invoice of its period. */
export const rentCorrectionOutcomes = ['credit', 'charge', 'paid'] as const;
export type RentCorrectionOutcome = (typeof rentCorrectionOutcomes)[number];

export const invoiceDocumentKinds = ['invoice', 'receipt'] as const;
export type InvoiceDocumentKind = (typeof invoiceDocumentKinds)[number];

/** Defaults: days before the due date on which an invoice is issued, and days after payment until its public page closes. */
export const defaultInvoicingSettings = { daysBefore: 7, openDays: 60 } as const;
/** Number of tenancies processed in one transaction of a run. */
export const invoiceRunChunkSize = 500;
