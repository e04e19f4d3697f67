import { z } from 'zod';
import { tenantOrCompanyRoles } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  day,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { bidMachine, saleMachine } from './machine.ts';
import { BidDetails, BidSummary, OwnBid, SaleDetails, SaleSummary } from './shapes.ts';
import { financingKinds, saleStepNames } from './terms.ts';

const base = '/api/v2/bids' as const;
const byId = z.object({ id });
const read = ['offers', 'read'] as const;
const edit = tenantOrCompanyRoles('offers', 'edit');
const tenant = { only: ['tenant'] } as const;

/**
 * The terms of a turn. Omitted terms are those of the listing. A bid on a letting needs a start date and a number of months. A sale has neither, so
 * the schema cannot require them: a first bid without them is rejected at the field, and a reply keeps those of the previous turn.
 */
const terms = {
  cents: amountSchema(amountLimits.price, 1),
  deposit_cents: amountSchema(amountLimits.price).nullable().optional(),
  term_months: z.number().int().min(1).max(1200).nullable().optional(),
  starts_on: day.nullable().optional(),
  financing: z.enum(financingKinds).nullable().optional(),
  conditions: z.string().trim().max(1000).optional(),
};

export const bidCalls = {
  biddingInfo: call({
    method: 'GET',
    path: `${base}/listing/`,
    summary: 'Get what a bidder needs to know about a listing, and the caller’s open bid',
    needs: tenant,
    query: z.object({ listing_id: id }),
    result: z.object({
      id: z.number(),
      title: z.string(),
      listing_type: z.number(),
      price_cents: z.number(),
      deposit_cents: z.number().nullable(),
      negotiable: z.boolean(),
      /** The earliest move-in date and the shortest lease of the listing. */
      free_from: day,
      min_term_months: z.number(),
      open_bid: z.number().nullable(),
    }),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: `${base}/make_bid/`,
    summary: 'Bid for a home with a negotiable price; one open bid per person and home',
    needs: tenant,
    body: z.strictObject({ listing_id: id, ...terms }),
    result: BidDetails,
    fails: ['notFound', 'conflict', 'gone'],
    document: 'bid',
  }),
  list: call({
    method: 'GET',
    path: `${base}/all_bids/`,
    summary: 'List bids for the homes the caller manages; those of a listing can be compared',
    needs: read,
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['created_at', 'updated_at', 'expires_at', 'cents'], '-created_at'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(bidMachine),
        listing_id: id,
        waiting: z.enum(['true']),
        company_id: id,
        region: countyCodeShape,
        ...dayRange,
      }),
    }),
    result: buildListSchema(BidSummary),
    fails: [],
  }),
  listMine: call({
    method: 'GET',
    path: `${base}/my_bids/`,
    summary: 'List the caller’s bids, latest first',
    needs: tenant,
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ waiting: z.enum(['true']) }) }),
    result: buildListSchema(OwnBid),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/bid_details/`,
    summary: 'Get a bid with all its turns',
    needs: read,
    query: byId,
    result: BidDetails,
    fails: ['notFound'],
  }),
  counter: call({
    method: 'PATCH',
    path: `${base}/counter_bid/`,
    summary: 'Counter a bid as manager or bidder; the 72-hour deadline starts again',
    needs: edit,
    query: byId,
    body: z.strictObject({ ...terms, revision: z.number().int() }),
    result: BidDetails,
    fails: ['notFound', 'conflict', 'wrongState'],
    document: 'bid',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_bid_status/`,
    summary: 'Accept, decline or withdraw a bid; an accepted bid becomes a booking to screen, or a sale file',
    needs: edit,
    query: byId,
    body: z.strictObject({ move: moveSchema(bidMachine), reason: z.string().trim().max(300).optional(), revision: z.number().int() }),
    result: BidDetails,
    fails: ['notFound', 'conflict', 'wrongState'],
    toast: 'statusUpdated',
    document: 'bid',
  }),
  listSales: call({
    method: 'GET',
    path: `${base}/all_sales/`,
    summary: 'List sales of the homes the caller manages, or the caller’s purchases',
    needs: read,
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['created_at', 'price_cents'], '-created_at'),
      z_filter: buildFilterSchema({ q: searchText, status: stateSchema(saleMachine), company_id: id, region: countyCodeShape, ...dayRange }),
    }),
    result: buildListSchema(SaleSummary),
    fails: [],
  }),
  sale: call({
    method: 'GET',
    path: `${base}/sale_details/`,
    summary: 'Get a sale with its ten steps, as either party',
    needs: read,
    query: byId,
    result: SaleDetails,
    fails: ['notFound'],
  }),
  saleStep: call({
    method: 'PATCH',
    path: `${base}/change_sale_step/`,
    summary: 'Update a step of a sale: due date, completion or note',
    needs: edit,
    query: byId,
    body: z.strictObject({
      step: z.enum(saleStepNames),
      due_on: day.nullable().optional(),
      done: z.boolean().optional(),
      note: z.string().trim().max(1000).optional(),
    }),
    result: SaleDetails,
    fails: ['notFound', 'wrongState'],
    document: 'sale',
  }),
  saleFile: call({
    method: 'POST',
    path: `${base}/add_sale_file/`,
    summary: 'Upload the document of a sale step; both parties can read it',
    needs: edit,
    body: z.strictObject({ id, step: z.enum(saleStepNames) }),
    upload: { field: 'file', kinds: ['images', 'documents'], types: ['jpeg', 'jpg', 'png', 'webp', 'pdf', 'docx'] },
    result: SaleDetails,
    fails: ['notFound', 'wrongState', 'tooLarge', 'unsupported'],
    document: 'sale',
  }),
  saleMove: call({
    method: 'PATCH',
    path: `${base}/change_sale_status/`,
    summary: 'Complete a sale, or cancel it with a reason; the listing is closed or reopened',
    needs: edit,
    query: byId,
    body: z.strictObject({ move: moveSchema(saleMachine), reason: z.string().trim().max(300).optional() }),
    result: SaleDetails,
    fails: ['notFound', 'conflict', 'wrongState'],
    toast: 'statusUpdated',
    document: 'sale',
  }),
} as const;
