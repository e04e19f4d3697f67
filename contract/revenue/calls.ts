import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day, days, exported, filters, heldByChance, id, list, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { revenueSources } from './kinds.ts';

const base = '/api/v2/revenue' as const;
const may = { only: ['admin', 'superadmin'], with: ['revenue', 'read'] } as const;
const z_filter = filters({ q: searchText, source: z.enum(revenueSources), company_id: id, ...days });

export const RevenueRow = z.object({
  /** The journal's. */
  id: z.number(),
  code: z.string(),
  ...heldByChance,
  source: z.enum(revenueSources),
  day,
  says: z.string(),
  net_cents: z.number(),
  /** Of a featured day its part of the VAT that was charged with the place. */
  tax_cents: z.number(),
  gross_cents: z.number(),
});
export type RevenueRow = z.output<typeof RevenueRow>;

export const revenueCalls = {
  all: call({
    method: 'GET',
    path: `${base}/all_revenue/`,
    summary: 'What the platform earned, journal by journal: commission, subscriptions, featured places; its VAT apart',
    needs: may,
    query: z.object({ page, page_size: pageSize, tabs, sort: sortBy(['day', 'net_cents'], '-day'), z_filter }),
    result: list(RevenueRow),
    fails: [],
  }),
  csv: call({
    method: 'GET',
    path: `${base}/export_revenue/`,
    summary: 'The same as a table file, in parts of 5,000 rows',
    needs: may,
    query: z.object({ z_filter, part }),
    result: exported,
    fails: [],
  }),
  chart: call({
    method: 'GET',
    path: `${base}/chart/`,
    summary: 'Twelve months of it by source, and what is earned by and by or owed to the tax authority',
    needs: may,
    result: z.object({
      months: z.array(z.object({ month: day, commission: z.number(), subscription: z.number(), featured: z.number(), tax: z.number() })),
      /** Paid for and not earned yet (2100), and VAT that is owed (2075). */
      deferred_cents: z.number(),
      tax_cents: z.number(),
      /** Of the rent it is earned on in the last twelve months, whoever holds that rent, what the platform kept, in hundredths of a percent. */
      take_bps: z.number().nullable(),
    }),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/revenue_details/`,
    summary: 'One journal that brought revenue: its lines, and the record behind it',
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
