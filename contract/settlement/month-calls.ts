import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day, id, list, page, pageSize } from '#contract/kernel/list.ts';
import { modes } from '#contract/ledger/accounts.ts';
import { month } from '#contract/ledger/month.ts';
import { monthParts } from './month.ts';

const base = '/api/v2/settlement' as const;
/** A wallet's month is read by who reads the wallet: its company, and the platform's heads. */
const needs = ['wallet', 'read'] as const;

export const MonthHome = z.object({ unit_id: z.number().nullable(), home: z.string(), cents: z.number() });
export type MonthHome = z.output<typeof MonthHome>;

export const monthCalls = {
  month: call({
    method: 'GET',
    path: `${base}/month_statement/`,
    summary:
      'The statement of a wallet’s month: what was there, what was collected by home, what went for what, what was there after; deposits apart',
    needs,
    query: z.object({ id, month, page, page_size: pageSize }),
    result: list(MonthHome).extend({
      ...{ company: z.object({ id: z.number(), name: z.string() }), code: z.string(), mode: z.enum(modes) },
      ...{ from: day, last: day },
      /** The month is over: nothing comes to it any more but what was late. */
      over: z.boolean(),
      ...{ opening_cents: z.number(), closing_cents: z.number() },
      parts: z.array(z.object({ part: z.enum(monthParts), cents: z.number() })),
      deposits: z.object({ opening_cents: z.number(), in_cents: z.number(), out_cents: z.number(), closing_cents: z.number() }),
    }),
    fails: ['notFound'],
  }),
  monthPaper: call({
    method: 'GET',
    path: `${base}/month_statement_paper/`,
    summary: 'The address of the same statement as a paper, open for an hour',
    needs,
    query: z.object({ id, month }),
    result: z.object({ address: z.string() }),
    fails: ['notFound'],
  }),
} as const;
