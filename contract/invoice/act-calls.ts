import { z } from 'zod';
import { companyRolesOnly, companyRolesOrAdmins } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { day, id } from '#contract/kernel/list.ts';
import { invoiceBasePath } from './calls.ts';
import { manualInvoiceKinds } from './kinds.ts';
import { InvoiceDetails, InvoiceDraftShape, InvoiceLineInput, invoiceReason, positiveInvoiceAmount } from './shapes.ts';

const base = invoiceBasePath;
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const manual = z.strictObject({
  tenancy_id: anId,
  kind: z.enum(manualInvoiceKinds).default('ad_hoc'),
  due_on: day,
  period_from: day.nullable().default(null),
  period_last: day.nullable().default(null),
  lines: z.array(InvoiceLineInput).min(1).max(50),
  note: z.string().trim().max(1000).default(''),
});
const written = { document: 'invoices' } as const;

/** Calls that act on one invoice. */
export const invoiceActionCalls = {
  preview: call({
    method: 'POST',
    path: `${base}/preview_invoice/`,
    summary: 'Preview a manual invoice: tax, rounding and total; nothing is saved',
    needs: companyRolesOnly('invoices', 'create'),
    body: manual,
    result: InvoiceDraftShape,
    fails: ['notFound', 'forbidden'],
    counts: true,
    ...written,
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_invoice/`,
    summary: 'Create and issue a manual invoice; its payers are notified',
    needs: companyRolesOnly('invoices', 'create'),
    body: manual,
    result: InvoiceDetails,
    fails: ['notFound', 'forbidden', 'conflict'],
    ...written,
  }),
  void: call({
    method: 'POST',
    path: `${base}/void_invoice/`,
    summary: 'Void an invoice that is unpaid, with a reason',
    needs: companyRolesOrAdmins('invoices', 'edit'),
    body: z.strictObject({ id: anId, reason: invoiceReason }),
    result: InvoiceDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  credit: call({
    method: 'POST',
    path: `${base}/credit_invoice/`,
    summary: 'Issue a credit note on invoice lines: the open part is cancelled, and the paid part becomes tenant credit',
    needs: companyRolesOrAdmins('invoices', 'edit'),
    body: z.strictObject({
      id: anId,
      lines: z
        .array(z.strictObject({ line_id: anId, cents: positiveInvoiceAmount }))
        .min(1)
        .max(50),
      reason: invoiceReason,
    }),
    result: InvoiceDetails,
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    ...written,
  }),
  writeOff: call({
    method: 'POST',
    path: `${base}/write_off_invoice/`,
    summary: 'Write off the balance of an invoice; requires permission for the company’s income',
    // A dealer may read invoices but not create them.
    needs: { only: ['owner', 'agent', 'staff'], with: ['income', 'edit'] },
    body: z.strictObject({ id: anId, reason: invoiceReason }),
    result: InvoiceDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  waive: call({
    method: 'POST',
    path: `${base}/waive_late_fee/`,
    summary: 'Waive a late fee: its open part is credited, and the overdue invoice gets no further fee',
    needs: companyRolesOrAdmins('invoices', 'edit'),
    body: z.strictObject({ id: anId, reason: invoiceReason }),
    result: InvoiceDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  send: call({
    method: 'POST',
    path: `${base}/send_invoice/`,
    summary: 'Send the payers a reminder with the payment link',
    needs: companyRolesOrAdmins('invoices', 'edit'),
    body: z.strictObject({ id: anId }),
    result: z.object({ told: z.number() }),
    fails: ['notFound', 'forbidden', 'wrongState', 'tooMany'],
    ...written,
  }),
  dispute: call({
    method: 'POST',
    path: `${base}/dispute_invoice/`,
    summary: 'Dispute an invoice: reminders and late fees stop until the dispute is resolved',
    needs: 'signed-in',
    body: z.strictObject({ id: anId, reason: invoiceReason }),
    result: InvoiceDetails,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    ...written,
  }),
  settleDispute: call({
    method: 'POST',
    path: `${base}/settle_dispute/`,
    summary: 'Resolve a dispute with its outcome',
    needs: 'signed-in',
    body: z.strictObject({ id: anId, outcome: singleLine.min(3).max(500) }),
    result: InvoiceDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  creditNotePdfLink: call({
    method: 'GET',
    path: `${base}/credit_note_paper/`,
    summary: 'Get a link to the PDF of a credit note, valid for one hour',
    needs: 'signed-in',
    query: z.object({ id }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
} as const;
