import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  csvFile,
  csvPartNumber,
  day,
  dayRange,
  id,
  optionalRowCompanyFields,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { revenueSources } from './kinds.ts';

const base = '/api/v2/revenue' as const;
const may = { only: ['admin', 'superadmin'], with: ['revenue', 'read'] } as const;
const z_filter = buildFilterSchema({ q: searchText, source: z.enum(revenueSources), company_id: id, ...dayRange });

export const RevenueRow = z.object({
  /** The id of the journal. */
  id: z.number(),
  code: z.string(),
  ...optionalRowCompanyFields,
  source: z.enum(revenueSources),
  day,
  says: z.string(),
  net_cents: z.number(),
  /** For a day of a featured place: its part of the VAT charged for the place. */
  tax_cents: z.number(),
  gross_cents: z.number(),
});
export type RevenueRow = z.output<typeof RevenueRow>;

export const revenueCalls = {
  list: call({
    method: 'GET',
    path: `${base}/all_revenue/`,
    summary: 'List the platform’s revenue by journal: commission, subscriptions and featured slots, with VAT listed separately',
    needs: may,
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['day', 'net_cents'], '-day'),
      z_filter,
    }),
    result: buildListSchema(RevenueRow),
    fails: [],
  }),
  exportCsv: call({
    method: 'GET',
    path: `${base}/export_revenue/`,
    summary: 'Export the platform’s revenue as CSV, in parts of 5,000 rows',
    needs: may,
    query: z.object({ z_filter, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  revenueChart: call({
    method: 'GET',
    path: `${base}/chart/`,
    summary: 'Get twelve months of revenue by source, with deferred revenue and tax payable',
    needs: may,
    result: z.object({
      months: z.array(z.object({ month: day, commission: z.number(), subscription: z.number(), featured: z.number(), tax: z.number() })),
      /** Paid for and not earned yet (2100), and VAT owed (2075). */
      deferred_cents: z.number(),
      tax_cents: z.number(),
      /** Makao's share of all rent it earned commission on in the last twelve months, in basis points, in every collection mode. */
      take_bps: z.number().nullable(),
    }),
    fails: [],
  }),
  revenueDetails: call({
    method: 'GET',
    path: `${base}/revenue_details/`,
    summary: 'Get a revenue journal with its lines and the record it refers to',
    needs: may,
    query: z.object({ id }),
    result: RevenueRow.extend({
      property: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
      value_day: day,
      source_table: z.string(),
      source_id: z.number(),
      payment: z.object({ id: z.number(), code: z.string() }).nullable(),
      invoice_id: z.number().nullable(),
      lines: z.array(z.object({ line: z.number(), fund: z.string(), debit: z.number(), credit: z.number(), cents: z.number() })),
      reversed_by: z.object({ id: z.number(), code: z.string() }).nullable(),
    }),
    fails: ['notFound'],
  }),
} as const;
