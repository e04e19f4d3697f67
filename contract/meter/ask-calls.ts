import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { filters, id, list, page, pageSize, tabs } from '#contract/kernel/list.ts';
import { meterKinds, queryStatuses } from './kinds.ts';
import { AskedQuery, Measured, milli, Query } from './shapes.ts';

const base = '/api/v2/meter';
const document = 'property_utilities' as const;
const byId = z.object({ id });
const text = z.string().trim().min(3).max(1000);

/** What those who live there see of their own meter, and what they ask. */
export const meterAskCalls = {
  mine: call({
    method: 'GET',
    path: `${base}/my_readings/`,
    summary: 'What one’s own home used on one’s own days, with the readings, their photos and what it comes to',
    needs: 'signed-in',
    query: z.object({ page, page_size: pageSize, z_filter: filters({ tenancy_id: id, kind: z.enum(meterKinds), invoice_line_id: id }) }),
    result: list(Measured),
    fails: [],
  }),
  ask: call({
    method: 'POST',
    path: `${base}/ask_reading/`,
    summary: 'Say within seven days that a reading of one’s own meter is not right: it is not billed until there is an answer',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ text, value: milli.nullable().default(null) }),
    result: Query,
    fails: ['notFound', 'conflict', 'gone'],
    document,
  }),
  withdraw: call({
    method: 'PATCH',
    path: `${base}/withdraw_query/`,
    summary: 'Take back what one asked about a reading',
    needs: 'signed-in',
    query: byId,
    result: Query,
    fails: ['notFound', 'wrongState'],
    document,
  }),
  queries: call({
    method: 'GET',
    path: `${base}/queries/`,
    summary: 'What those who live in a property asked about readings; the open ones first',
    needs: ['property_utilities', 'read'],
    query: z.object({ property_id: id, page, page_size: pageSize, tabs, z_filter: filters({ status: z.enum(queryStatuses) }) }),
    result: list(AskedQuery),
    fails: ['notFound'],
  }),
  answer: call({
    method: 'PATCH',
    path: `${base}/answer_query/`,
    summary: 'Say that a reading stands, or put the right value in its place: the difference is billed or given back',
    needs: ['invoices', 'create'],
    query: byId,
    body: z.strictObject({ answer: text, value: milli.nullable().default(null) }),
    result: AskedQuery,
    fails: ['notFound', 'wrongState'],
    document,
  }),
} as const;
