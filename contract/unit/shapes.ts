import { z } from 'zod';
import { furnishings, powerTypes, unitStatuses, waterSources } from '#contract/catalogue/kinds.ts';
import { termLevels, termNames } from '#contract/catalogue/terms.ts';
import { line } from '#contract/kernel/line.ts';
import { day, held, id, moment } from '#contract/kernel/list.ts';
import { amount } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { meterKinds } from './kinds.ts';
import { unitMoves } from './machine.ts';

const numbers: readonly number[] = Object.values(unitStatuses);
/** A status on the wire is the specification's number. */
export const statusNumber = z.coerce
  .number()
  .int()
  .refine((n) => numbers.includes(n), { error: () => m.problem_one_of({ values: numbers.join(', ') }) });

const most = 100_000_000_000;
export const money = amount(most);
const small = (least: number, top: number) => z.number().int().min(least).max(top);
const Meter = z.strictObject({ kind: z.enum(meterKinds), number: line.min(1).max(40) });
export const name = line.min(1).max(60);
const ids = (top: number) => z.array(id).max(top);

/** Null is inherited: what the units of its type, or the whole property, have. */
export const heldTerms = {
  rent_cents: money.nullable(),
  deposit_cents: money.nullable(),
  service_charge_cents: money.nullable(),
  water_source: z.array(z.enum(waterSources)).max(waterSources.length).nullable(),
  power_type: z.enum(powerTypes).nullable(),
};

/** What a unit is, apart from its name: shared by one unit, several alike, and changes. */
export const traits = {
  block: line.max(40),
  floor: small(-5, 120).nullable(),
  unit_type_id: id,
  bedrooms: small(0, 20).nullable(),
  bathrooms: small(0, 20),
  area_m2: small(1, 10_000_000).nullable(),
  ...heldTerms,
  furnished: z.enum(furnishings),
  amenities: ids(62),
  meters: z.array(Meter).max(10),
  keys_count: small(0, 100),
  available_from: day.nullable(),
  notes: z.string().trim().max(4000),
};

/** Everything but the type may be left out; without bedrooms a unit has those of its type. */
export const givenTraits = {
  block: traits.block.default(''),
  floor: traits.floor.default(null),
  unit_type_id: traits.unit_type_id,
  bedrooms: traits.bedrooms.default(null),
  bathrooms: traits.bathrooms.default(0),
  area_m2: traits.area_m2.default(null),
  rent_cents: traits.rent_cents.default(null),
  deposit_cents: traits.deposit_cents.default(null),
  service_charge_cents: traits.service_charge_cents.default(null),
  water_source: traits.water_source.default(null),
  power_type: traits.power_type.default(null),
  furnished: traits.furnished.default('unfurnished'),
  amenities: traits.amenities.default([]),
  meters: traits.meters.default([]),
  keys_count: traits.keys_count.default(0),
  available_from: traits.available_from.default(null),
  notes: traits.notes.default(''),
};

const Named = z.object({ id: z.number(), name: z.string() });
const PropertyName = Named.extend({ code: z.string() });

export const UnitHead = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  block: z.string(),
  floor: z.number().nullable(),
  property: PropertyName,
  unit_type: Named,
  /** Null of what has none to speak of: a shop, an office, a plot. */
  bedrooms: z.number().nullable(),
  bathrooms: z.number(),
  rent_cents: z.number().nullable(),
  status: z.number(),
  status_since: moment,
  status_reason: z.string(),
  expected_on: day.nullable(),
  days_in_status: z.number(),
  ...held,
});
export type UnitHead = z.output<typeof UnitHead>;

/** In a list also who lives there, by its tenancy or by what somebody said, and what they owed when they were brought in: only for who may know of tenants, others get no such field. */
export const UnitListed = UnitHead.extend({
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
export type UnitListed = z.output<typeof UnitListed>;

/** A door of a building, no more than its drawing needs. */
export const UnitDoor = UnitHead.pick({ id: true, code: true, name: true, block: true, floor: true, status: true, rent_cents: true });
export type UnitDoor = z.output<typeof UnitDoor>;

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
  /** What is paid each month by the one bill (contract/listing/bill.ts), and what it is made of; nothing of a sale without charges. */
  month_cents: z.number(),
  monthly: z.array(z.object({ kind: z.enum(['price', 'deposit', 'service_charge', 'agent_fee', 'other']), label: z.string(), cents: z.number() })),
});

/** Whom a unit is held for, where a booking is why it is what it is: for who sees that booking. */
export const HeldFor = z.object({ id: z.number(), code: z.string(), name: z.string(), from: day });
export type HeldFor = z.output<typeof HeldFor>;

export const UnitFull = UnitHead.extend({
  held_for: HeldFor.nullable(),
  slug: z.string(),
  area_m2: z.number().nullable(),
  deposit_cents: z.number().nullable(),
  service_charge_cents: z.number(),
  water_source: z.array(z.string()).nullable(),
  power_type: z.string().nullable(),
  /** Who said each term: the unit itself, its type in this property, the property; null where nobody has. */
  sources: z.record(z.enum(termNames), z.enum(termLevels).nullable()),
  /** How many other units of its type the property has: a new rent may be meant for them too. */
  alike: z.number(),
  furnished: z.enum(furnishings),
  amenities: z.array(Named),
  meters: z.array(Meter),
  keys_count: z.number(),
  available_from: day.nullable(),
  /** Somebody lives there and leaves: from this day on it may be let. */
  let_from: day.nullable(),
  notes: z.string(),
  /** Where rent is paid to by paybill: the unit's code. */
  paybill_account: z.string(),
  /** Days without rent in the last year, and since it was last let. */
  empty_days_year: z.number(),
  lost_cents_year: z.number(),
  listings: z.array(UnitListing),
  import_code: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
  updated_by: z.string().nullable(),
  /** Counts changes of the row; send it back with an update to be told when somebody else was faster. */
  revision: z.number(),
  moves: z.array(z.enum(unitMoves)),
  may_edit: z.boolean(),
  may_delete: z.boolean(),
});
export type UnitFull = z.output<typeof UnitFull>;

export const unitEvents = ['move', 'price', 'add', 'edit', 'delete'] as const;
export const UnitEvent = z.object({
  key: z.string(),
  at: moment,
  event: z.enum(unitEvents),
  actor: z.string().nullable(),
  /** Of a move: the numbers of the states. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  reason: z.string().nullable(),
  held_for: HeldFor.nullable(),
  /** Of a price: the listing and what it asked from then on. */
  listing: z.string().nullable(),
  price_cents: z.number().nullable(),
  price_period: z.number().nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
});
export type UnitEvent = z.output<typeof UnitEvent>;
