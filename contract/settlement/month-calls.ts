import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, day, id, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { collectionModes } from '#contract/ledger/accounts.ts';
import { monthSchema } from '#contract/ledger/month.ts';
import { monthStatementParts } from './month.ts';

const base = '/api/v2/settlement' as const;
/** The monthly statement of a wallet is readable by its company and by platform staff who read wallets. */
const needs = ['wallet', 'read'] as const;

export const MonthStatementHome = z.object({ unit_id: z.number().nullable(), home: z.string(), cents: z.number() });
export type MonthStatementHome = z.output<typeof MonthStatementHome>;

export const monthCalls = {
  monthStatement: call({
    method: 'GET',
    path: `${base}/month_statement/`,
    summary: 'Get a wallet’s monthly statement: opening balance, collections by home, deductions, closing balance and, separately, deposits',
    needs,
    query: z.object({ id, month: monthSchema, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(MonthStatementHome).extend({
      ...{ company: z.object({ id: z.number(), name: z.string() }), code: z.string(), mode: z.enum(collectionModes) },
      ...{ from: day, last: day },
      /** The month has ended: only late entries can still be added. */
      over: z.boolean(),
      ...{ opening_cents: z.number(), closing_cents: z.number() },
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
