import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  csvPartNumber,
  day,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { ageBuckets, invoiceDocumentKinds, invoiceKinds } from './kinds.ts';
import { AgeingShape, AmountDueShape, collectedAmountsShape, InvoiceDetails, InvoiceSummary, invoiceStatusNumber, PublicInvoice } from './shapes.ts';

export type { InvoiceDetails, InvoiceSummary, PublicInvoice } from './shapes.ts';

export const invoiceBasePath = '/api/v2/invoice' as const;
const base = invoiceBasePath;
const sorts = ['due_on', 'issued_on', 'total_cents', 'open_cents', 'created_at'] as const;
/** The invoice's own token. It cannot be guessed, and opens this invoice only. */
export const invoiceTokenShape = z.string().min(20).max(100);
const Ref = z.object({ id: z.number(), code: z.string() });
const Named = z.object({ id: z.number(), name: z.string() });

const invoiceFilters = buildFilterSchema({
  q: searchText,
  status: invoiceStatusNumber,
  /** Overdue: due before today with a balance due. */
  overdue: z.enum(['true']),
  /** `true`: no balance due, but not paid with money. `false`: paid with money only. */
  closed: z.enum(['true', 'false']),
  aged: z.enum(ageBuckets),
  disputed: z.enum(['true']),
  kind: z.enum(invoiceKinds),
  property_id: id,
  unit_id: id,
  tenancy_id: id,
  booking_id: id,
  tenant_id: id,
  run_id: id,
  company_id: id,
  region: countyCodeShape,
  /** Filters by due date. */
  ...dayRange,
  /** Filters by the date of a payment. */
  came_from: day,
  came_to: day,
});
const z_filter = invoiceFilters;

export const invoiceCalls = {
  list: call({
    method: 'GET',
    path: `${base}/all_invoices/`,
    summary: 'List invoices of the homes the caller manages, by due date',
    needs: ['invoices', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag, sort: buildSortSchema(sorts, '-due_on'), z_filter }),
    result: buildListSchema(InvoiceSummary),
    fails: [],
  }),
  listMine: call({
    method: 'GET',
    path: `${base}/my_invoices/`,
    summary: 'List invoices that the caller pays, unpaid ones first',
    needs: 'signed-in',
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ tenancy_id: id, booking_id: id, open: z.enum(['true']), status: invoiceStatusNumber }),
    }),
    result: buildListSchema(InvoiceSummary),
    fails: [],
  }),
  listOfTenancy: call({
    method: 'GET',
    path: `${base}/tenancy_invoices/`,
    summary: 'List the invoices of a tenancy for its manager and tenants, newest first',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(InvoiceSummary),
    fails: ['notFound'],
  }),
  balanceDue: call({
    method: 'GET',
    path: `${base}/due/`,
    summary: 'Get the balance due of a tenancy, the overdue part, the next invoice and the caller’s share',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: AmountDueShape,
    fails: ['notFound'],
  }),
  counts: call({
    method: 'GET',
    path: `${base}/count_invoices/`,
    summary: 'Get totals of the filtered invoices: open, overdue, disputed and paid this month',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter }),
    result: z.object({
      open: z.number(),
      open_cents: z.number(),
      overdue: z.number(),
      overdue_cents: z.number(),
      disputed: z.number(),
      issued_month_cents: z.number(),
      /** Amount collected this month, without deposits. */
      paid_month_cents: z.number(),
    }),
    fails: [],
  }),
  totals: call({
    method: 'GET',
    path: `${base}/sum_invoices/`,
    summary: 'Get totals of the filtered invoices: billed, balance due and collected by due date, with deposits listed separately',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter }),
    result: z.object({ count: z.number(), total_cents: z.number(), open_cents: z.number(), ...collectedAmountsShape }),
    fails: [],
  }),
  ageing: call({
    method: 'GET',
    path: `${base}/ageing/`,
    summary: 'Get receivables ageing: current, 1–30, 31–60, 61–90 and more than 90 days overdue',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter }),
    result: AgeingShape,
    fails: [],
  }),
  monthlyTotals: call({
    method: 'GET',
    path: `${base}/months/`,
    summary: 'Get the amounts due and collected in each of the last twelve months',
    needs: ['invoices', 'read'],
    query: z.object({ z_filter: buildFilterSchema({ property_id: id, company_id: id }) }),
    result: z.object({ results: z.array(z.object({ month: day, due_cents: z.number(), paid_cents: z.number() })) }),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_invoices/`,
    summary: 'Export the filtered invoices as CSV, in parts of 5,000 rows',
    needs: ['invoices', 'read'],
    query: z.object({ sort: buildSortSchema(sorts, '-due_on'), z_filter, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  missingInvoices: call({
    method: 'GET',
    path: `${base}/missing_invoices/`,
    summary: 'List tenancies with charges but no rent invoice for a month',
    needs: ['invoices', 'read'],
    query: z.object({ month: day, page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ property_id: id, company_id: id }) }),
    result: buildListSchema(
      z.object({ tenancy: Ref, tenant: Named, property: Named, unit: Named, due_on: day, cents: z.number(), metered: z.boolean() }),
    ),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/invoice_details/`,
    summary: 'Get an invoice with its lines, credit notes and history; if a code is given, it must match',
    needs: 'signed-in',
    query: z.object({ id, code: z.string().max(40).optional() }),
    result: InvoiceDetails,
    fails: ['notFound'],
  }),
  pdfLink: call({
    method: 'GET',
    path: `${base}/paper/`,
    summary: 'Get a link to the PDF of an invoice or its receipt in the reader’s language, valid for one hour',
    needs: 'signed-in',
    query: z.object({ id, kind: z.enum(invoiceDocumentKinds).default('invoice') }),
    result: z.object({ address: z.string() }),
    fails: ['notFound', 'wrongState'],
  }),
  publicDetails: call({
    method: 'GET',
    path: `${base}/look/`,
    summary: 'Get a public invoice by its link without signing in, with amounts and ways to pay; until 60 days after payment',
    needs: 'anyone',
    query: z.object({ id, token: invoiceTokenShape }),
    result: PublicInvoice,
    fails: ['notFound'],
  }),
  publicPdfLink: call({
    method: 'GET',
    path: `${base}/look_paper/`,
    summary: 'Get a link to the PDF of a public invoice or its receipt',
    needs: 'anyone',
    query: z.object({ id, token: invoiceTokenShape, kind: z.enum(invoiceDocumentKinds).default('invoice') }),
    result: z.object({ address: z.string() }),
    fails: ['notFound', 'wrongState'],
  }),
} as const;
