import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { exported, id, list, page, pageSize, part } from '#contract/kernel/list.ts';
import { SettlementFull, SettlementLine } from './shapes.ts';

const base = '/api/v2/settlement' as const;
const byId = z.object({ id });
/** One payout is read by who is paid it as by the superadmins: the same page, each within what they see. */
const needs = ['wallet', 'read'] as const;

export const payoutCalls = {
  payment: call({
    method: 'GET',
    path: `${base}/payment_details/`,
    summary: 'One payout with why it is this number',
    needs,
    query: byId,
    result: SettlementFull,
    fails: ['notFound'],
  }),
  lines: call({
    method: 'GET',
    path: `${base}/payment_lines/`,
    summary: 'The entries a payout is made of, each with its source',
    needs,
    query: z.object({ id, page, page_size: pageSize }),
    result: list(SettlementLine),
    fails: ['notFound'],
  }),
  linesCsv: call({
    method: 'GET',
    path: `${base}/export_payment_lines/`,
    summary: 'The same entries as a table file, in parts of 5,000 rows',
    needs,
    query: z.object({ id, part }),
    result: exported,
    fails: ['notFound'],
  }),
  advice: call({
    method: 'GET',
    path: `${base}/advice/`,
    summary: 'The address of the remittance advice of a payout, open for an hour',
    needs,
    query: byId,
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
} as const;
