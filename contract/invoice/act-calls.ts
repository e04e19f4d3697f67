import { z } from 'zod';
import { holders, keepers } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, id } from '#contract/kernel/list.ts';
import { invoiceBase } from './calls.ts';
import { handKinds } from './kinds.ts';
import { Draft, GivenLine, InvoiceFull, reason, some } from './shapes.ts';

const base = invoiceBase;
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const manual = z.strictObject({
  tenancy_id: anId,
  kind: z.enum(handKinds).default('ad_hoc'),
  due_on: day,
  period_from: day.nullable().default(null),
  period_last: day.nullable().default(null),
  lines: z.array(GivenLine).min(1).max(50),
  note: z.string().trim().max(1000).default(''),
});
const written = { document: 'invoices' } as const;

/** What is done with one invoice. */
export const invoiceActCalls = {
  preview: call({
    method: 'POST',
    path: `${base}/preview_invoice/`,
    summary: 'What an invoice by hand would come to: tax, rounding and total; nothing is written',
    needs: holders('invoices', 'create'),
    body: manual,
    result: Draft,
    fails: ['notFound', 'forbidden'],
    step: true,
    ...written,
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_invoice/`,
    summary: 'An invoice by hand: issued at once, told to who pays',
    needs: holders('invoices', 'create'),
    body: manual,
    result: InvoiceFull,
    fails: ['notFound', 'forbidden', 'conflict'],
    ...written,
  }),
  void: call({
    method: 'POST',
    path: `${base}/void_invoice/`,
    summary: 'Take back an invoice of which nothing was paid, and say why',
    needs: keepers('invoices', 'edit'),
    body: z.strictObject({ id: anId, reason }),
    result: InvoiceFull,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  credit: call({
    method: 'POST',
    path: `${base}/credit_invoice/`,
    summary: 'A credit note on lines of an invoice: what is open is asked for no more, what was paid is the tenant’s credit',
    needs: keepers('invoices', 'edit'),
    body: z.strictObject({
      id: anId,
      lines: z
        .array(z.strictObject({ line_id: anId, cents: some }))
        .min(1)
        .max(50),
      reason,
    }),
    result: InvoiceFull,
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState'],
    ...written,
  }),
  writeOff: call({
    method: 'POST',
    path: `${base}/write_off_invoice/`,
    summary: 'Give up what is open of an invoice: it will not be paid. Takes the right to the company’s income',
    // A dealer reads invoices and writes none.
    needs: { only: ['owner', 'agent', 'staff'], with: ['income', 'edit'] },
    body: z.strictObject({ id: anId, reason }),
    result: InvoiceFull,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  waive: call({
    method: 'POST',
    path: `${base}/waive_late_fee/`,
    summary: 'Let a late fee go: what is open of it is credited, and of an overdue invoice no further fee comes',
    needs: keepers('invoices', 'edit'),
    body: z.strictObject({ id: anId, reason }),
    result: InvoiceFull,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  send: call({
    method: 'POST',
    path: `${base}/send_invoice/`,
    summary: 'Tell who pays of it once more, with the link',
    needs: keepers('invoices', 'edit'),
    body: z.strictObject({ id: anId }),
    result: z.object({ told: z.number() }),
    fails: ['notFound', 'forbidden', 'wrongState', 'tooMany'],
    ...written,
  }),
  dispute: call({
    method: 'POST',
    path: `${base}/dispute_invoice/`,
    summary: 'Say that an invoice is not right: reminders and late fees wait until it is settled',
    needs: 'signed-in',
    body: z.strictObject({ id: anId, reason }),
    result: InvoiceFull,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    ...written,
  }),
  settleDispute: call({
    method: 'POST',
    path: `${base}/settle_dispute/`,
    summary: 'A dispute is over, and what came of it',
    needs: 'signed-in',
    body: z.strictObject({ id: anId, outcome: line.min(3).max(500) }),
    result: InvoiceFull,
    fails: ['notFound', 'forbidden', 'wrongState'],
    ...written,
  }),
  read: call({
    method: 'GET',
    path: `${base}/credit_note_paper/`,
    summary: 'The address of a credit note as PDF, open for an hour',
    needs: 'signed-in',
    query: z.object({ id }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
} as const;
