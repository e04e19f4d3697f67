import { z } from 'zod';
import { moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { bidMachine, saleMachine } from './machine.ts';
import { financingKinds, saleStepNames } from './terms.ts';

export const BidTurn = z.object({
  n: z.number(),
  by_bidder: z.boolean(),
  by: z.string(),
  cents: z.number(),
  deposit_cents: z.number().nullable(),
  term_months: z.number().nullable(),
  starts_on: z.string().nullable(),
  financing: z.enum(financingKinds).nullable(),
  conditions: z.string(),
  at: moment,
});
export type BidTurn = z.output<typeof BidTurn>;

export const BidSummary = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(bidMachine),
  bidder: z.string(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string(), listing_type: z.number(), price_cents: z.number() }),
  ...rowCompanyFields,
  /** The current terms: those of the last turn. */
  latest: BidTurn,
  turns: z.number(),
  expires_at: moment.nullable(),
  created_at: moment,
  updated_at: moment,
});
export type BidSummary = z.output<typeof BidSummary>;
/** A bid of the caller. `again` means that it is closed and the home is still listed with a negotiable price. */
export const OwnBid = BidSummary.extend({ again: z.boolean() });

export const BidDetails = OwnBid.extend({
  history: z.array(BidTurn),
  reason: z.string(),
  /** The unit, if the bid is for one home of a property. */
  unit: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
  /** The number of other open bids for the same home, for its managers. */
  others: z.number().nullable(),
  sale: z.object({ id: z.number(), code: z.string() }).nullable(),
  booking: z.object({ id: z.number(), code: z.string() }).nullable(),
  lead_id: z.number().nullable(),
  thread_id: z.number().nullable(),
  /** The platform is reviewing the home, so nothing can be agreed. */
  frozen: z.boolean(),
  /** The document of the agreed terms; the link works for an hour. */
  paper: z.string().nullable(),
  moves: z.array(moveSchema(bidMachine)),
  revision: z.number(),
});
export type BidDetails = z.output<typeof BidDetails>;

const SaleStepDetails = z.object({
  step: z.enum(saleStepNames),
  n: z.number(),
  due_on: z.string().nullable(),
  done_at: moment.nullable(),
  done_by: z.string().nullable(),
  note: z.string(),
  file: z.object({ name: z.string(), url: z.string() }).nullable(),
});
export type SaleStepDetails = z.output<typeof SaleStepDetails>;
export const SaleDetails = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(saleMachine),
  title: z.string(),
  property: z.string(),
  /** The unit, if one home of a property is sold. */
  unit: z.string().nullable(),
  buyer: z.string(),
  /** The leader of the selling company. */
  seller: z.string().nullable(),
  company: z.string(),
  /** The agency that sells for the owner. */
  agent: z.string().nullable(),
  price_cents: z.number(),
  bid: z.object({ id: z.number(), code: z.string() }),
  steps: z.array(SaleStepDetails),
  reason: z.string(),
  may_work: z.boolean(),
  moves: z.array(moveSchema(saleMachine)),
  created_at: moment,
  revision: z.number(),
});
export type SaleDetails = z.output<typeof SaleDetails>;

export const SaleSummary = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(saleMachine),
  title: z.string(),
  buyer: z.string(),
  ...rowCompanyFields,
  price_cents: z.number(),
  /** The number of completed steps, and the next step while the sale is open. */
  done: z.number(),
  next: z.object({ step: z.enum(saleStepNames), due_on: z.string().nullable() }).nullable(),
  created_at: moment,
});
export type SaleSummary = z.output<typeof SaleSummary>;
