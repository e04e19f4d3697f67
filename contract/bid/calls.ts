import { z } from 'zod';
import { sides } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { county, day, days, filters, held, id, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { bidMachine, saleMachine } from './machine.ts';
import { financings, saleStepNames } from './terms.ts';

const base = '/api/v2/bids' as const;
const byId = z.object({ id });
const read = ['offers', 'read'] as const;
const edit = sides('offers', 'edit');
const tenant = { only: ['tenant'] } as const;

/**
 * What a turn says; what it leaves out is as the listing has it. A letting needs its first day and its months (a sale has neither, so the shape
 * cannot ask): a bid without them is refused at the field, an answer keeps those of the turn before.
 */
const terms = {
  cents: amount(most.price, 1),
  deposit_cents: amount(most.price).nullable().optional(),
  term_months: z.number().int().min(1).max(1200).nullable().optional(),
  starts_on: day.nullable().optional(),
  financing: z.enum(financings).nullable().optional(),
  conditions: z.string().trim().max(1000).optional(),
};

const Turn = z.object({
  n: z.number(),
  by_bidder: z.boolean(),
  by: z.string(),
  cents: z.number(),
  deposit_cents: z.number().nullable(),
  term_months: z.number().nullable(),
  starts_on: z.string().nullable(),
  financing: z.enum(financings).nullable(),
  conditions: z.string(),
  at: moment,
});
export type Turn = z.output<typeof Turn>;

export const BidHead = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(bidMachine),
  bidder: z.string(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string(), listing_type: z.number(), price_cents: z.number() }),
  ...held,
  /** The terms on the table: the last turn. */
  latest: Turn,
  turns: z.number(),
  expires_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type BidHead = z.output<typeof BidHead>;
/** The bidder's own: over, while the home is still offered and its price can be talked about. */
const OwnBid = BidHead.extend({ again: z.boolean() });

export const BidFull = OwnBid.extend({
  history: z.array(Turn),
  reason: z.string(),
  /** Where one home of many is bid for. */
  unit: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
  /** How many others wait for the same home, for those who manage it. */
  others: z.number().nullable(),
  sale: z.object({ id: z.number(), code: z.string() }).nullable(),
  booking: z.object({ id: z.number(), code: z.string() }).nullable(),
  lead_id: z.number().nullable(),
  thread_id: z.number().nullable(),
  /** The platform looks into the home: nothing is agreed about it meanwhile. */
  frozen: z.boolean(),
  /** What both sides agreed on, as a paper; opens for an hour. */
  paper: z.string().nullable(),
  moves: z.array(moveSchema(bidMachine)),
  revision: z.number(),
});
export type BidFull = z.output<typeof BidFull>;

const Step = z.object({
  step: z.enum(saleStepNames),
  n: z.number(),
  due_on: z.string().nullable(),
  done_at: moment.nullable(),
  done_by: z.string().nullable(),
  note: z.string(),
  file: z.object({ name: z.string(), url: z.string() }).nullable(),
});
export type SaleStepRow = z.output<typeof Step>;
export const SaleFull = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(saleMachine),
  title: z.string(),
  property: z.string(),
  /** Where one home of many is sold. */
  unit: z.string().nullable(),
  buyer: z.string(),
  /** Whoever leads the company that sells. */
  seller: z.string().nullable(),
  company: z.string(),
  /** The agency that sells it for them. */
  agent: z.string().nullable(),
  price_cents: z.number(),
  bid: z.object({ id: z.number(), code: z.string() }),
  steps: z.array(Step),
  reason: z.string(),
  may_work: z.boolean(),
  moves: z.array(moveSchema(saleMachine)),
  created_at: moment,
  revision: z.number(),
});
export type SaleFull = z.output<typeof SaleFull>;

export const SaleHead = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(saleMachine),
  title: z.string(),
  buyer: z.string(),
  ...held,
  price_cents: z.number(),
  /** How many of its steps are done, and which comes next while it is open. */
  done: z.number(),
  next: z.object({ step: z.enum(saleStepNames), due_on: z.string().nullable() }).nullable(),
  created_at: moment,
});
export type SaleHead = z.output<typeof SaleHead>;

export const bidCalls = {
  offer: call({
    method: 'GET',
    path: `${base}/listing/`,
    summary: 'What somebody who wants to bid has to know of a listing, and their own open bid',
    needs: tenant,
    query: z.object({ listing_id: id }),
    result: z.object({
      id: z.number(),
      title: z.string(),
      listing_type: z.number(),
      price_cents: z.number(),
      deposit_cents: z.number().nullable(),
      negotiable: z.boolean(),
      /** The day its page says, before which nobody moves in, and the fewest months it is let for. */
      free_from: day,
      min_term_months: z.number(),
      open_bid: z.number().nullable(),
    }),
    fails: ['notFound'],
  }),
  make: call({
    method: 'POST',
    path: `${base}/make_bid/`,
    summary: 'Bid for a home whose price can be talked about; one open bid a person and home',
    needs: tenant,
    body: z.strictObject({ listing_id: id, ...terms }),
    result: BidFull,
    fails: ['notFound', 'conflict', 'gone'],
    document: 'bid',
  }),
  all: call({
    method: 'GET',
    path: `${base}/all_bids/`,
    summary: 'Bids for the homes one manages; of one listing side by side',
    needs: read,
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['created_at', 'updated_at', 'expires_at', 'cents'], '-created_at'),
      z_filter: filters({
        q: searchText,
        status: stateSchema(bidMachine),
        listing_id: id,
        waiting: z.enum(['true']),
        company_id: id,
        region: county,
        ...days,
      }),
    }),
    result: list(BidHead),
    fails: [],
  }),
  mine: call({
    method: 'GET',
    path: `${base}/my_bids/`,
    summary: 'One’s own bids, the latest first',
    needs: tenant,
    query: z.object({ page, page_size: pageSize, z_filter: filters({ waiting: z.enum(['true']) }) }),
    result: list(OwnBid),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/bid_details/`,
    summary: 'One bid with every turn',
    needs: read,
    query: byId,
    result: BidFull,
    fails: ['notFound'],
  }),
  turn: call({
    method: 'PATCH',
    path: `${base}/counter_bid/`,
    summary: 'Answer with other terms: those who manage the home counter, the bidder replies; 72 hours begin anew',
    needs: edit,
    query: byId,
    body: z.strictObject({ ...terms, revision: z.number().int() }),
    result: BidFull,
    fails: ['notFound', 'conflict', 'wrongState'],
    document: 'bid',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_bid_status/`,
    summary: 'Accept, decline or withdraw: what is accepted becomes a booking still to be screened, or for a sale its file',
    needs: edit,
    query: byId,
    body: z.strictObject({ move: moveSchema(bidMachine), reason: z.string().trim().max(300).optional(), revision: z.number().int() }),
    result: BidFull,
    fails: ['notFound', 'conflict', 'wrongState'],
    toast: 'statusUpdated',
    document: 'bid',
  }),
  sales: call({
    method: 'GET',
    path: `${base}/all_sales/`,
    summary: 'Sales of the homes one manages, or what one buys',
    needs: read,
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['created_at', 'price_cents'], '-created_at'),
      z_filter: filters({ q: searchText, status: stateSchema(saleMachine), company_id: id, region: county, ...days }),
    }),
    result: list(SaleHead),
    fails: [],
  }),
  sale: call({
    method: 'GET',
    path: `${base}/sale_details/`,
    summary: 'A sale with its ten steps, for both sides',
    needs: read,
    query: byId,
    result: SaleFull,
    fails: ['notFound'],
  }),
  saleStep: call({
    method: 'PATCH',
    path: `${base}/change_sale_step/`,
    summary: 'Say by when a step of a sale is due, that it is done, or what is to be known about it',
    needs: edit,
    query: byId,
    body: z.strictObject({
      step: z.enum(saleStepNames),
      due_on: day.nullable().optional(),
      done: z.boolean().optional(),
      note: z.string().trim().max(1000).optional(),
    }),
    result: SaleFull,
    fails: ['notFound', 'wrongState'],
    document: 'sale',
  }),
  saleFile: call({
    method: 'POST',
    path: `${base}/add_sale_file/`,
    summary: 'Put the paper of a step into the file; both sides read it',
    needs: edit,
    body: z.strictObject({ id, step: z.enum(saleStepNames) }),
    upload: { field: 'file', kinds: ['images', 'documents'], types: ['jpeg', 'jpg', 'png', 'webp', 'pdf', 'docx'] },
    result: SaleFull,
    fails: ['notFound', 'wrongState', 'tooLarge', 'unsupported'],
    document: 'sale',
  }),
  saleMove: call({
    method: 'PATCH',
    path: `${base}/change_sale_status/`,
    summary: 'Complete a sale, or say why it fell through: the listing is closed, or offered again',
    needs: edit,
    query: byId,
    body: z.strictObject({ move: moveSchema(saleMachine), reason: z.string().trim().max(300).optional() }),
    result: SaleFull,
    fails: ['notFound', 'conflict', 'wrongState'],
    toast: 'statusUpdated',
    document: 'sale',
  }),
} as const;
