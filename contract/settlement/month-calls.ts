import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, csvFile, csvPartNumber, day, id, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { collectionModes } from '#contract/ledger/accounts.ts';
import { monthSchema } from '#contract/ledger/month.ts';
import { monthStatementParts } from './month.ts';

const base = '/api/v2/settlement' as const;
/** The monthly statement of a wallet is readable by its company and by platform staff who read wallets. */
const needs = ['wallet', 'read'] as const;

export const MonthStatementHome = z.object({ unit_id: z.number().nullable(), home: z.string(), cents: z.number() });
export type MonthStatementHome = z.output<typeof MonthStatementHome>;

const sums = {
  billed_cents: z.number(),
  collected_cents: z.number(),
  arrears_cents: z.number(),
  /** Fees without VAT. */
  agent_cents: z.number(),
  platform_cents: z.number(),
  tax_cents: z.number(),
};
export const UnitStatementRow = z.object({
  unit_id: z.number(),
  home: z.string(),
  ...sums,
  /** The payouts that paid the collected money to the owner. */
  payouts: z.array(z.object({ id: z.number(), code: z.string() })),
});
export type UnitStatementRow = z.output<typeof UnitStatementRow>;

export const monthCalls = {
  unitStatement: call({
    method: 'GET',
    path: `${base}/unit_statement/`,
    summary: 'Get the month of an owner by unit: billed, collected, arrears, fees, VAT and payouts, each equal to the total of its list',
    needs,
    query: z.object({ id, month: monthSchema, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(UnitStatementRow).extend({ company_id: z.number(), from: day, last: day, arrears_to: day, totals: z.object(sums) }),
    fails: ['notFound'],
  }),
  unitStatementCsv: call({
    method: 'GET',
    path: `${base}/export_unit_statement/`,
    summary: 'Export the month of an owner by unit as CSV, in parts of 5,000 rows',
    needs,
    query: z.object({ id, month: monthSchema, part: csvPartNumber }),
    result: csvFile,
    fails: ['notFound'],
  }),
  monthStatement: call({
    method: 'GET',
    path: `${base}/month_statement/`,
    summary: 'Get a wallet’s monthly statement: opening balance, collections by home, deductions, closing balance and, separately, deposits',
    needs,
    query: z.object({ id, month: monthSchema, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(MonthStatementHome).extend({
      company: z.object({ id: z.number(), name: z.string() }),
      code: z.string(),
      mode: z.enum(collectionModes),
      from: day,
      last: day,
      /** The month has ended: only late entries can still be added. */
      over: z.boolean(),
      opening_cents: z.number(),
      closing_cents: z.number(),
      /** Collected by day of payment, as on the home page and in the chart. The parts are by posting day. */
      collected_cents: z.number(),
      /** In record-only mode: the platform holds or held a part of this month, from a time in trust mode. */
      mixed: z.boolean(),
      parts: z.array(z.object({ part: z.enum(monthStatementParts), cents: z.number() })),
      deposits: z.object({ opening_cents: z.number(), in_cents: z.number(), out_cents: z.number(), closing_cents: z.number() }),
    }),
    fails: ['notFound'],
  }),
  monthStatementPdf: call({
    method: 'GET',
    path: `${base}/month_statement_paper/`,
    summary: 'Get a link to the PDF of a wallet’s monthly statement, valid for one hour',
    needs,
    query: z.object({ id, month: monthSchema }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
} as const;
