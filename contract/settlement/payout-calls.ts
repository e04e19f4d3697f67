import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, csvFile, csvPartNumber, id, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { SettlementDetails, SettlementLine } from './shapes.ts';

const base = '/api/v2/settlement' as const;
const byId = z.object({ id });
/** Payee and super admins read a payout on the same page, each within their permissions. */
const needs = ['wallet', 'read'] as const;

export const payoutCalls = {
  payoutDetails: call({
    method: 'GET',
    path: `${base}/payment_details/`,
    summary: 'Get a payout with the calculation of its amount',
    needs,
    query: byId,
    result: SettlementDetails,
    fails: ['notFound'],
  }),
  payoutLines: call({
    method: 'GET',
    path: `${base}/payment_lines/`,
    summary: 'List the ledger entries in a payout, each with its source',
    needs,
    query: z.object({ id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(SettlementLine),
    fails: ['notFound'],
  }),
  payoutLinesCsv: call({
    method: 'GET',
    path: `${base}/export_payment_lines/`,
    summary: 'Export the ledger entries of a payout as CSV, in parts of 5,000 rows',
    needs,
    query: z.object({ id, part: csvPartNumber }),
    result: csvFile,
    fails: ['notFound'],
  }),
  remittanceAdvice: call({
    method: 'GET',
    path: `${base}/advice/`,
    summary: 'Get a link to the remittance advice of a payout, valid for one hour',
    needs,
    query: byId,
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
} as const;
