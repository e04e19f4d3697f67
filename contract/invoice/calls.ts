import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { county, day, days, exported, filters, id, list, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { ages, invoiceKinds, papers } from './kinds.ts';
import { Ageing, collectedShape, Due, InvoiceFull, InvoiceHead, PublicInvoice, statusNumber } from './shapes.ts';

export type { InvoiceFull, InvoiceHead, PublicInvoice } from './shapes.ts';

export const invoiceBase = '/api/v2/invoice' as const;
const base = invoiceBase;
const sorts = ['due_on', 'issued_on', 'total_cents', 'open_cents', 'created_at'] as const;
/** Unguessable: whoever has it reads that invoice, and no other. */
export const token = z.string().min(20).max(100);
const Ref = z.object({ id: z.number(), code: z.string() });
const Named = z.object({ id: z.number(), name: z.string() });

const invoiceFilters = filters({
  q: searchText,
  status: statusNumber,
  /** Due before today, and something of it is open. */
  overdue: z.enum(['true']),
  /** Nothing is left of them and nobody paid: true; what was paid alone: false. */
  closed: z.enum(['true', 'false']),
  aged: z.enum(ages),
  disputed: z.enum(['true']),
  kind: z.enum(invoiceKinds),
  property_id: id,
  unit_id: id,
  tenancy_id: id,
  booking_id: id,
  tenant_id: id,
  run_id: id,
  company_id: id,
  region: county,
  /** The days it is due on. */
  ...days,
  /** The days something of it was paid on. */
  came_from: day,
  came_to: day,
});
const z_filter = invoiceFilters;

export const invoiceCalls = {
  all: call({
    method: 'GET',
    path: `${base}/all_invoices/`,
    summary: 'Invoices of the homes the caller manages; what is due first',
    needs: ['invoices', 'read'],
    query: z.object({ page, page_size: pageSize, tabs, sort: sortBy(sorts, '-due_on'), z_filter }),
    result: list(InvoiceHead),
    fails: [],
  }),
  mine: call({
    method: 'GET',
    path: `${base}/my_invoices/`,
    summary: 'Invoices of the tenancies and bookings the caller pays for, what is open first',
    needs: 'signed-in',
    query: z.object({
      page,
      page_size: pageSize,
      z_filter: filters({ tenancy_id: id, booking_id: id, open: z.enum(['true']), status: statusNumber }),
    }),
    result: list(InvoiceHead),
    fails: [],
  }),
  ofTenancy: call({
    method: 'GET',
    path: `${base}/tenancy_invoices/`,
    summary: 'Invoices of one tenancy, for who manages it and who is in it, newest first',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id, page, page_size: pageSize }),
    result: list(InvoiceHead),
    fails: ['notFound'],
  }),
  due: call({
    method: 'GET',
    path: `${base}/due/`,
    summary: 'What is open in a tenancy, what of it is overdue, what comes next and the caller’s share of it',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: Due,
    fails: ['notFound'],
  }),
  counts: call({
    method: 'GET',
    path: `${base}/count_invoices/`,
    summary: 'How much is open, overdue, disputed and was paid this month, under the same filters',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter }),
    result: z.object({
      open: z.number(),
      open_cents: z.number(),
      overdue: z.number(),
      overdue_cents: z.number(),
      disputed: z.number(),
      issued_month_cents: z.number(),
      /** What was collected this month, deposits apart. */
      paid_month_cents: z.number(),
    }),
    fails: [],
  }),
  sums: call({
    method: 'GET',
    path: `${base}/sum_invoices/`,
    summary: 'What the invoices under a filter come to: asked for, left to pay, and what was collected of them on its days, deposits apart',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter }),
    result: z.object({ count: z.number(), total_cents: z.number(), open_cents: z.number(), ...collectedShape }),
    fails: [],
  }),
  ageing: call({
    method: 'GET',
    path: `${base}/ageing/`,
    summary: 'What is open by how late it is: current, 1–30, 31–60, 61–90 and more than 90 days',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter }),
    result: Ageing,
    fails: [],
  }),
  months: call({
    method: 'GET',
    path: `${base}/months/`,
    summary: 'Twelve months: what was due in each, and what was collected in it',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter: filters({ property_id: id, company_id: id }) }),
    result: z.object({ results: z.array(z.object({ month: day, due_cents: z.number(), paid_cents: z.number() })) }),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_invoices/`,
    summary: 'The same list as a table file, in parts of 5,000 rows',
    needs: ['invoices', 'read'],
    query: z.object({ sort: sortBy(sorts, '-due_on'), z_filter, part }),
    result: exported,
    fails: [],
  }),
  missing: call({
    method: 'GET',
    path: `${base}/missing_invoices/`,
    summary: 'Tenancies that are asked for something in a month and have no rent invoice for it',
    needs: ['invoices', 'read'],
    query: z.object({ month: day, page, page_size: pageSize, z_filter: filters({ property_id: id, company_id: id }) }),
    result: list(z.object({ tenancy: Ref, tenant: Named, property: Named, unit: Named, due_on: day, cents: z.number(), metered: z.boolean() })),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/invoice_details/`,
    summary: 'One invoice with its lines, notes and history; with a code, only when it is that invoice’s',
    needs: 'signed-in',
    query: z.object({ id, code: z.string().max(40).optional() }),
    result: InvoiceFull,
    fails: ['notFound'],
  }),
  paper: call({
    method: 'GET',
    path: `${base}/paper/`,
    summary: 'The address of the invoice or its receipt as PDF, in the reader’s language, open for an hour',
    needs: 'signed-in',
    query: z.object({ id, kind: z.enum(papers).default('invoice') }),
    result: z.object({ address: z.string() }),
    fails: ['notFound', 'wrongState'],
  }),
  look: call({
    method: 'GET',
    path: `${base}/look/`,
    summary: 'An invoice by its link, without signing in: what is asked for and how it is paid; until 60 days after it was paid',
    needs: 'anyone',
    query: z.object({ id, token }),
    result: PublicInvoice,
    fails: ['notFound'],
  }),
  lookPaper: call({
    method: 'GET',
    path: `${base}/look_paper/`,
    summary: 'The address of the same as PDF, or of its receipt, by its link',
    needs: 'anyone',
    query: z.object({ id, token, kind: z.enum(papers).default('invoice') }),
    result: z.object({ address: z.string() }),
    fails: ['notFound', 'wrongState'],
  }),
} as const;
