import { z } from 'zod';
import { furnishingKinds } from '#contract/catalogue/kinds.ts';
import { termLevels, termNames } from '#contract/catalogue/terms.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { day, id, moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { RunningDiscount } from '#contract/promotion/shapes.ts';
import { m } from '#words/messages.js';
import { listingHiddenReasons } from './hidden-reasons.ts';
import { listingChargeFrequencies, listingClosingReasons, listingReadinessKeys } from './kinds.ts';
import { listingMachine } from './machine.ts';
import { publicListingFields } from './public-fields.ts';
import { listingQualityTips } from './quality.ts';
import { BuyerRate } from './rate-shape.ts';

export const listingTypeSchema = z.coerce
  .number()
  .int()
  .refine((n) => [0, 1, 2].includes(n), { error: () => m.listing_problem_type() });
const pricePeriod = z.number().int().min(2).max(6);
const short = singleLine.max(80);

const Charge = z.strictObject({
  label: singleLine.min(1).max(60),
  cents: amountSchema(amountLimits.charge),
  often: z.enum(listingChargeFrequencies),
});

/** The terms of a listing as entered; a field that is left out is inherited from the unit or does not change. */
export const listingTermsShape = {
  title: singleLine.min(3).max(140),
  description: z.string().trim().max(8000),
  description_sw: z.string().trim().max(8000),
  price_cents: amountSchema(amountLimits.price, 1),
  price_period: pricePeriod,
  negotiable: z.boolean(),
  deposit_cents: amountSchema(amountLimits.charge),
  service_charge_cents: amountSchema(amountLimits.charge),
  other_charges: z.array(Charge).max(12),
  agent_fee_cents: amountSchema(amountLimits.charge),
  available_from: day.nullable(),
  min_term_months: z.number().int().min(0).max(1200),
  furnished: z.enum(furnishingKinds),
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

/**
 * The terms set for many listings at once; a field that is left out does not change. A deposit is one amount, or months of each listing's own rent.
 */
export const BulkListingTerms = z
  .strictObject({
    available_from: day,
    deposit: z.discriminatedUnion('how', [
      z.strictObject({ how: z.literal('set'), cents: listingTermsShape.deposit_cents }),
      z.strictObject({ how: z.literal('months'), months: z.number().min(0).max(24).multipleOf(0.5) }),
    ]),
    min_term_months: listingTermsShape.min_term_months,
    negotiable: listingTermsShape.negotiable,
    contact_id: listingTermsShape.contact_id,
  })
  .partial();
export type BulkListingTerms = z.input<typeof BulkListingTerms>;

/** The level that sets each term of a unit: the unit, its type in this property, or the property; null if it is not set. */
const sources = z.record(z.enum(termNames), z.enum(termLevels).nullable());
const Held = {
  rent_cents: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  service_charge_cents: z.number(),
  water_source: z.array(z.string()).nullable(),
  power_type: z.string().nullable(),
  sources,
};

export const ListingSummary = z.object({
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
  /** A draft that goes live automatically when it is ready. */
  wanted: z.boolean(),
  /** Why the listing is not publicly visible; null if it is visible. */
  hidden: z.enum(listingHiddenReasons).nullable(),
  closed_as: z.enum(listingClosingReasons).nullable(),
  published_at: moment.nullable(),
  last_confirmed_at: moment.nullable(),
  views: z.number(),
  saves: z.number(),
  enquiries: z.number(),
  updated_at: moment,
  ...rowCompanyFields,
});
export type ListingSummary = z.output<typeof ListingSummary>;

export const ListingDetails = ListingSummary.extend({
  ...publicListingFields,
  contact: z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() }).nullable(),
  /** Discounts of running promotions, for the public cost breakdown. */
  discounts: z.array(RunningDiscount),
  /** For a sale: the rates for its estimates. */
  rates: z.array(BuyerRate),
  /** Terms it does not set itself: they follow the unit, its type or the property. */
  inherits: z.array(z.enum(termNames)),
  /** The inherited terms, and how many other open listings of this kind of unit the property has. */
  held: z.object(Held),
  deposit_months: z.number(),
  alike: z.number(),
  created_at: moment,
  revision: z.number(),
  /** Whether it is publicly visible now. */
  shown: z.boolean(),
  may_edit: z.boolean(),
  moves: z.array(moveSchema(listingMachine)),
});
export type ListingDetails = z.output<typeof ListingDetails>;

export const ListingReadiness = z.object({
  ready: z.boolean(),
  items: z.array(
    z.object({
      key: z.enum(listingReadinessKeys),
      ok: z.boolean(),
      /** Blocks publishing; the other items only warn. */
      blocks: z.boolean(),
      /** The count behind the item (pictures, live listings). */
      have: z.number().nullable(),
      need: z.number().nullable(),
    }),
  ),
});
export type ListingReadiness = z.output<typeof ListingReadiness>;

const DayRow = z.object({ day, views: z.number(), saves: z.number(), enquiries: z.number() });
export const ListingAnalytics = z.object({
  days: z.array(DayRow),
  prices: z.array(z.object({ at: moment, price_cents: z.number(), price_period: z.number(), by: z.string().nullable() })),
  history: z.array(
    z.object({ at: moment, move: z.string(), from: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() }),
  ),
});
export type ListingAnalytics = z.output<typeof ListingAnalytics>;

export const ListingChoices = z.object({
  properties: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  /** The units of the requested property, with the initial values of a new listing. */
  units: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      type_id: z.number(),
      type: z.string(),
      bedrooms: z.number(),
      status: z.string(),
      ...Held,
      furnished: z.enum(furnishingKinds),
      title: z.string(),
      /** Listing types under which it is already live. */
      live: z.array(z.number()),
    }),
  ),
  /** For the requested property: the initial values of a listing of the whole property. */
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
  /** The same figure for the same number of days before. */
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
      /** Null while there are fewer than three comparable listings. */
      median_cents: z.number().nullable(),
      others: z.number(),
    }),
  ),
  quality: z.array(z.object({ id: z.number(), code: z.string(), title: z.string(), score: z.number(), tips: z.array(z.enum(listingQualityTips)) })),
});
export type PropertyAnalytics = z.output<typeof PropertyAnalytics>;
