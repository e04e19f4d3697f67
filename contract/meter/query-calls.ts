import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildFilterSchema, buildListSchema, id, pageNumberSchema, pageSize, tabCountsFlag } from '#contract/kernel/list.ts';
import { meterKinds, meterQueryStatuses } from './kinds.ts';
import { MeasuredCharge, MeterQuery, milliUnitsSchema, ReceivedMeterQuery } from './shapes.ts';

const base = '/api/v2/meter';
const document = 'property_utilities' as const;
const byId = z.object({ id });
const text = z.string().trim().min(3).max(1000);

/** What occupants see of their own meter, and their queries. */
export const meterQueryCalls = {
  listMine: call({
    method: 'GET',
    path: `${base}/my_readings/`,
    summary: 'Get a tenant’s use of water and electricity with readings, photos and costs',
    needs: 'signed-in',
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ tenancy_id: id, kind: z.enum(meterKinds), invoice_line_id: id }),
    }),
    result: buildListSchema(MeasuredCharge),
    fails: [],
  }),
  raiseQuery: call({
    method: 'POST',
    path: `${base}/ask_reading/`,
    summary: 'Dispute a reading of the tenant’s meter within seven days; it is not billed until the query is answered',
    needs: 'signed-in',
    query: byId,
    body: z.strictObject({ text, value: milliUnitsSchema.nullable().default(null) }),
    result: MeterQuery,
    fails: ['notFound', 'conflict', 'gone'],
    document,
  }),
  withdraw: call({
    method: 'PATCH',
    path: `${base}/withdraw_query/`,
    summary: 'Withdraw a query about a reading',
    needs: 'signed-in',
    query: byId,
    result: MeterQuery,
    fails: ['notFound', 'wrongState'],
    document,
  }),
  listQueries: call({
    method: 'GET',
    path: `${base}/queries/`,
    summary: 'List queries about the readings of a property, open ones first',
    needs: ['property_utilities', 'read'],
    query: z.object({
      property_id: id,
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ status: z.enum(meterQueryStatuses) }),
    }),
    result: buildListSchema(ReceivedMeterQuery),
    fails: ['notFound'],
  }),
  answer: call({
    method: 'PATCH',
    path: `${base}/answer_query/`,
    summary: 'Confirm a disputed reading, or correct it; the difference is billed or credited',
    needs: ['invoices', 'create'],
    query: byId,
    body: z.strictObject({ answer: text, value: milliUnitsSchema.nullable().default(null) }),
    result: ReceivedMeterQuery,
    fails: ['notFound', 'wrongState'],
    document,
  }),
} as const;
