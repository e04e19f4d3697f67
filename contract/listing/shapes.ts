import { z } from 'zod';
import { furnishings } from '#contract/catalogue/kinds.ts';
import { termLevels, termNames } from '#contract/catalogue/terms.ts';
import { line } from '#contract/kernel/line.ts';
import { day, held, id, moment } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { RunningDiscount } from '#contract/promotion/shapes.ts';
import { m } from '#words/messages.js';
import { hiddenReasons } from './hidden.ts';
import { chargeTimes, closings, readinessKeys } from './kinds.ts';
import { listingMachine } from './machine.ts';
import { publicFields } from './public-fields.ts';
import { qualityTips } from './quality.ts';
import { BuyerRate } from './rate-shape.ts';

export const listingType = z.coerce
  .number()
  .int()
  .refine((n) => [0, 1, 2].includes(n), { error: () => m.listing_problem_type() });
const pricePeriod = z.number().int().min(2).max(6);
const short = line.max(80);

const Charge = z.strictObject({ label: line.min(1).max(60), cents: amount(most.charge), often: z.enum(chargeTimes) });

/** The terms of an offer as people write them; what is left out is taken from the unit or stays as it is. */
export const terms = {
  title: line.min(3).max(140),
  description: z.string().trim().max(8000),
  description_sw: z.string().trim().max(8000),
  price_cents: amount(most.price, 1),
  price_period: pricePeriod,
  negotiable: z.boolean(),
  deposit_cents: amount(most.charge),
  service_charge_cents: amount(most.charge),
  other_charges: z.array(Charge).max(12),
  agent_fee_cents: amount(most.charge),
  available_from: day.nullable(),
  min_term_months: z.number().int().min(0).max(1200),
  furnished: z.enum(furnishings),
  pets: z.boolean().nullable(),
  smoking: z.boolean().nullable(),
  parking_slots: z.number().int().min(0).max(100),
  water_source: z.array(short).max(8),
  power_type: short,
  backup_power: z.boolean(),
  internet: short,
  gate_security: z.boolean(),
  contact_id: id.nullable(),
};

/** What many listings are told at once; what is left out stays as each has it. A deposit is one sum, or months of each one's own rent. */
export const BulkTerms = z
  .strictObject({
    available_from: day,
    deposit: z.discriminatedUnion('how', [
      z.strictObject({ how: z.literal('set'), cents: terms.deposit_cents }),
      z.strictObject({ how: z.literal('months'), months: z.number().min(0).max(24).multipleOf(0.5) }),
    ]),
    min_term_months: terms.min_term_months,
    negotiable: terms.negotiable,
    contact_id: terms.contact_id,
  })
  .partial();
export type BulkTerms = z.input<typeof BulkTerms>;

/** Who said each term a unit has: itself, its type in this property, the property; null where nobody has. */
const sources = z.record(z.enum(termNames), z.enum(termLevels).nullable());
const Held = {
  rent_cents: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  service_charge_cents: z.number(),
  water_source: z.array(z.string()).nullable(),
  power_type: z.string().nullable(),
  sources,
};

export const ListingHead = z.object({
  id: z.number(),
  code: z.string(),
  property: z.object({ id: z.number(), code: z.string(), name: z.string() }),
  unit: z.object({ id: z.number(), code: z.string(), name: z.string(), status: z.string() }).nullable(),
  listing_type: z.number(),
  title: z.string(),
  price_cents: z.number(),
  price_period: z.number(),
  status: stateSchema(listingMachine),
  status_reason: z.string(),
  paused_by: z.enum(['company', 'platform', 'unit', 'stale']).nullable(),
  over_plan: z.boolean(),
  /** A draft that goes live by itself once it can. */
  wanted: z.boolean(),
  /** Why strangers do not see it; null where they do. */
  hidden: z.enum(hiddenReasons).nullable(),
  closed_as: z.enum(closings).nullable(),
  published_at: moment.nullable(),
  last_confirmed_at: moment.nullable(),
  views: z.number(),
  saves: z.number(),
  enquiries: z.number(),
  updated_at: moment,
  ...held,
});
export type ListingHead = z.output<typeof ListingHead>;

export const ListingFull = ListingHead.extend({
  ...publicFields,
  contact: z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() }).nullable(),
  /** What promotions that run take off, for the bill strangers see. */
  discounts: z.array(RunningDiscount),
  /** Of a sale: the rates its bill is estimated by. */
  rates: z.array(BuyerRate),
  /** Terms it does not say itself: they follow the unit, its type or the property. */
  inherits: z.array(z.enum(termNames)),
  /** What it has from there, and how many other open listings of this kind of unit the property has. */
  held: z.object(Held),
  deposit_months: z.number(),
  alike: z.number(),
  created_at: moment,
  revision: z.number(),
  /** Whether strangers see it at this moment. */
  shown: z.boolean(),
  may_edit: z.boolean(),
  moves: z.array(moveSchema(listingMachine)),
});
export type ListingFull = z.output<typeof ListingFull>;

export const Readiness = z.object({
  ready: z.boolean(),
  items: z.array(
    z.object({
      key: z.enum(readinessKeys),
      ok: z.boolean(),
      /** Keeps it from going live; the others only warn. */
      blocks: z.boolean(),
      /** How many there are of what is counted (pictures, live offers). */
      have: z.number().nullable(),
      need: z.number().nullable(),
    }),
  ),
});
export type Readiness = z.output<typeof Readiness>;

const DayRow = z.object({ day, views: z.number(), saves: z.number(), enquiries: z.number() });
export const ListingNumbers = z.object({
  days: z.array(DayRow),
  prices: z.array(z.object({ at: moment, price_cents: z.number(), price_period: z.number(), by: z.string().nullable() })),
  history: z.array(
    z.object({ at: moment, move: z.string(), from: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() }),
  ),
});
export type ListingNumbers = z.output<typeof ListingNumbers>;

export const ListingChoices = z.object({
  properties: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  /** The units of the property asked for, with what a new offer of one starts from. */
  units: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      type_id: z.number(),
      type: z.string(),
      bedrooms: z.number(),
      status: z.string(),
      ...Held,
      furnished: z.enum(furnishings),
      title: z.string(),
      /** Types it is live as already. */
      live: z.array(z.number()),
    }),
  ),
  /** Of the property asked for: what a listing of all of it starts from. */
  whole: z.object(Held).nullable(),
  deposit_months: z.number(),
  contacts: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type ListingChoices = z.output<typeof ListingChoices>;

const Sums = z.object({ views: z.number(), saves: z.number(), enquiries: z.number(), tours: z.number(), won: z.number() });
export const PropertyAnalytics = z.object({
  property: z.object({ id: z.number(), code: z.string(), name: z.string() }),
  days: z.array(DayRow),
  now: Sums,
  /** The same number of days before. */
  before: Sums,
  units: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      name: z.string(),
      status: z.string(),
      days: z.number(),
      rent_cents: z.number().nullable(),
      cost_cents: z.number().nullable(),
    }),
  ),
  market: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      title: z.string(),
      kind: z.string(),
      cents: z.number(),
      /** Null while fewer than three others are offered. */
      median_cents: z.number().nullable(),
      others: z.number(),
    }),
  ),
  quality: z.array(z.object({ id: z.number(), code: z.string(), title: z.string(), score: z.number(), tips: z.array(z.enum(qualityTips)) })),
});
export type PropertyAnalytics = z.output<typeof PropertyAnalytics>;
