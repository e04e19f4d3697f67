import { z } from 'zod';
import { electricityTypes, furnishingKinds, unitStatuses, waterSources } from '#contract/catalogue/kinds.ts';
import { termLevels, termNames } from '#contract/catalogue/terms.ts';
import { correctedPaymentShape } from '#contract/kernel/corrected-payment.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { day, id, moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { unitMeterKinds } from './kinds.ts';
import { unitMoves } from './machine.ts';

const numbers: readonly number[] = Object.values(unitStatuses);
/** On the wire a status is its number from the specification. */
export const unitStatusNumber = z.coerce
  .number()
  .int()
  .refine((n) => numbers.includes(n), { error: () => m.problem_one_of({ values: numbers.join(', ') }) });

const most = 100_000_000_000;
export const unitAmount = amountSchema(most);
const small = (least: number, top: number) => z.number().int().min(least).max(top);
const Meter = z.strictObject({ kind: z.enum(unitMeterKinds), number: singleLine.min(1).max(40) });
export const unitNameShape = singleLine.min(1).max(60);
const ids = (top: number) => z.array(id).max(top);

/** Null inherits the value of the unit type or of the whole property. */
export const unitTermsShape = {
  rent_cents: unitAmount.nullable(),
  deposit_cents: unitAmount.nullable(),
  service_charge_cents: unitAmount.nullable(),
  water_source: z.array(z.enum(waterSources)).max(waterSources.length).nullable(),
  power_type: z.enum(electricityTypes).nullable(),
};

/** The fields of a unit except its name, shared by creating one unit, creating several and updating. */
export const unitTraitsShape = {
  block: singleLine.max(40),
  floor: small(-5, 120).nullable(),
  unit_type_id: id,
  bedrooms: small(0, 20).nullable(),
  bathrooms: small(0, 20),
  area_m2: small(1, 10_000_000).nullable(),
  ...unitTermsShape,
  furnished: z.enum(furnishingKinds),
  amenities: ids(62),
  meters: z.array(Meter).max(10),
  keys_count: small(0, 100),
  available_from: day.nullable(),
  notes: z.string().trim().max(4000),
};

/** Everything but the type is optional; a unit without bedrooms has those of its type. */
export const newUnitTraitsShape = {
  block: unitTraitsShape.block.default(''),
  floor: unitTraitsShape.floor.default(null),
  unit_type_id: unitTraitsShape.unit_type_id,
  bedrooms: unitTraitsShape.bedrooms.default(null),
  bathrooms: unitTraitsShape.bathrooms.default(0),
  area_m2: unitTraitsShape.area_m2.default(null),
  rent_cents: unitTraitsShape.rent_cents.default(null),
  deposit_cents: unitTraitsShape.deposit_cents.default(null),
  service_charge_cents: unitTraitsShape.service_charge_cents.default(null),
  water_source: unitTraitsShape.water_source.default(null),
  power_type: unitTraitsShape.power_type.default(null),
  furnished: unitTraitsShape.furnished.default('unfurnished'),
  amenities: unitTraitsShape.amenities.default([]),
  meters: unitTraitsShape.meters.default([]),
  keys_count: unitTraitsShape.keys_count.default(0),
  available_from: unitTraitsShape.available_from.default(null),
  notes: unitTraitsShape.notes.default(''),
};

const Named = z.object({ id: z.number(), name: z.string() });
const PropertyName = Named.extend({ code: z.string() });

export const UnitSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  block: z.string(),
  floor: z.number().nullable(),
  property: PropertyName,
  unit_type: Named,
  /** Null for types without bedrooms: a shop, an office, a plot. */
  bedrooms: z.number().nullable(),
  bathrooms: z.number(),
  rent_cents: z.number().nullable(),
  status: z.number(),
  status_since: moment,
  status_reason: z.string(),
  expected_on: day.nullable(),
  days_in_status: z.number(),
  ...rowCompanyFields,
});
export type UnitSummary = z.output<typeof UnitSummary>;

/** In a list also the occupant (by tenancy or as reported) and the arrears at import. Only people who may see tenants get these fields. */
export const UnitListItem = UnitSummary.extend({
  lives: z
    .object({
      name: z.string(),
      balance_cents: z.number().nullable(),
      as_of: day.nullable(),
      tenancy: z.object({ id: z.number(), code: z.string() }).nullable(),
    })
    .nullable()
    .optional(),
});
export type UnitListItem = z.output<typeof UnitListItem>;

/** A unit with only the fields that the building view needs. */
export const BuildingViewUnit = UnitSummary.pick({ id: true, code: true, name: true, block: true, floor: true, status: true, rent_cents: true });
export type BuildingViewUnit = z.output<typeof BuildingViewUnit>;

const UnitListing = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  listing_type: z.number(),
  price_cents: z.number(),
  price_period: z.number(),
  status: z.string(),
  published_at: moment.nullable(),
  views: z.number(),
  enquiries: z.number(),
  /** The monthly cost from the cost breakdown (contract/listing/cost-breakdown.ts) and its lines; empty for a sale without charges. */
  month_cents: z.number(),
  monthly: z.array(z.object({ kind: z.enum(['price', 'deposit', 'service_charge', 'agent_fee', 'other']), label: z.string(), cents: z.number() })),
});

/** The booking that reserves the unit, for people who can see that booking. */
export const UnitReservationBooking = z.object({ id: z.number(), code: z.string(), name: z.string(), from: day });
export type UnitReservationBooking = z.output<typeof UnitReservationBooking>;

export const UnitDetails = UnitSummary.extend({
  held_for: UnitReservationBooking.nullable(),
  slug: z.string(),
  area_m2: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  service_charge_cents: z.number(),
  water_source: z.array(z.string()).nullable(),
  power_type: z.string().nullable(),
  /** The level that sets each term: the unit, its type in this property, or the property; null if it is not set. */
  sources: z.record(z.enum(termNames), z.enum(termLevels).nullable()),
  /** How many other units of its type the property has: a new rent may apply to them too. */
  alike: z.number(),
  furnished: z.enum(furnishingKinds),
  amenities: z.array(Named),
  meters: z.array(Meter),
  keys_count: z.number(),
  available_from: day.nullable(),
  /** The occupant moves out; the unit may be let from this day. */
  let_from: day.nullable(),
  notes: z.string(),
  /** The account number for rent paid by paybill: the unit's code. */
  paybill_account: z.string(),
  /** Days without rent in the last year, and since the last tenancy. */
  empty_days_year: z.number(),
  lost_cents_year: z.number(),
  listings: z.array(UnitListing),
  import_code: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
  updated_by: z.string().nullable(),
  /** Counts changes of the row. Send it with an update to detect a conflicting edit. */
  revision: z.number(),
  moves: z.array(z.enum(unitMoves)),
  may_edit: z.boolean(),
  may_delete: z.boolean(),
});
export type UnitDetails = z.output<typeof UnitDetails>;

export const unitEvents = ['move', 'price', 'add', 'edit', 'delete', 'payment'] as const;
export const UnitEvent = z.object({
  key: z.string(),
  at: moment,
  event: z.enum(unitEvents),
  actor: z.string().nullable(),
  /** For a move: the numbers of the states. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  reason: z.string().nullable(),
  held_for: UnitReservationBooking.nullable(),
  /** For a price: the listing and its new price. */
  listing: z.string().nullable(),
  price_cents: z.number().nullable(),
  price_period: z.number().nullable(),
  /** For a corrected payment of the unit. */
  payment: z.object(correctedPaymentShape).nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
});
export type UnitEvent = z.output<typeof UnitEvent>;
