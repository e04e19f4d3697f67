import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, day, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { BuyerRate } from './rate-shape.ts';
import { buyerRateKinds, maxBuyerRatePoints } from './rates.ts';

/** No permission document names the rates, so no role can grant them. */
const needs = { only: ['superadmin'], with: ['settings_general_settings', 'edit'] } as const;
const points = z.number().int().min(0).max(maxBuyerRatePoints);
const least_cents = amountSchema(amountLimits.rent);
const note = z.string().trim().max(200);

const StoredBuyerRate = BuyerRate.omit({ low_points: true }).extend({
  kind: z.enum(buyerRateKinds),
  id: z.number(),
  note: z.string(),
  by: z.string().nullable(),
  created_at: moment,
  /** Whether the rate is past, in force, or future. */
  standing: z.enum(['past', 'now', 'coming']),
  /** The rate can still be corrected or deleted. */
  open: z.boolean(),
});
export type StoredBuyerRate = z.output<typeof StoredBuyerRate>;

export const rateCalls = {
  current: call({
    method: 'GET',
    path: '/api/v2/listing/buyer_rates/',
    summary: 'List today’s rates of buyer’s costs, for the location of a property if one is given',
    needs: 'anyone',
    query: z.object({ property_id: id.optional() }),
    result: z.object({ results: z.array(BuyerRate) }),
    fails: ['notFound'],
  }),
  list: call({
    method: 'GET',
    path: '/api/v2/listing/buyer_rate_history/',
    summary: 'List all past, current and future rates, newest first',
    needs,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(StoredBuyerRate),
    fails: [],
  }),
  add: call({
    method: 'POST',
    path: '/api/v2/listing/add_buyer_rate/',
    summary: 'Add the next rate of a kind, effective today or later',
    needs,
    body: z.strictObject({
      kind: z.enum(buyerRateKinds),
      starts_on: day,
      points,
      least_cents,
      note: note.default(''),
    }),
    result: StoredBuyerRate,
    fails: ['conflict'],
    document: 'buyer_rates',
  }),
  correct: call({
    method: 'PATCH',
    path: '/api/v2/listing/correct_buyer_rate/',
    summary: 'Correct a rate up to the day it takes effect',
    needs,
    query: z.object({ id }),
    body: z.strictObject({ points, least_cents, note: note.default('') }),
    result: StoredBuyerRate,
    fails: ['notFound', 'wrongState'],
    document: 'buyer_rates',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/listing/delete_buyer_rate/',
    summary: 'Delete a rate up to the day it takes effect',
    needs,
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'buyer_rates',
  }),
} as const;
