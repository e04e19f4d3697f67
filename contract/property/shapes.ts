import { z } from 'zod';
import { verificationChecks, verificationMethods } from '#contract/catalogue/verification.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { HolderSummary, id, moment } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { listingHiddenReasons } from '#contract/listing/hidden-reasons.ts';
import { kenyaBounds } from '#contract/map/geo.ts';
import { amountLimits, toCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { PublicPicture } from '#contract/search/shapes.ts';
import { BillingSettings } from './billing.ts';
import { propertyVerificationRequirements, taxProfiles } from './kinds.ts';
import { propertyMachine } from './machine.ts';
import { UtilitySettings } from './utilities.ts';

export const VocabularyTerm = z.object({ id: z.number(), code: z.string(), name: z.string(), name_sw: z.string() });
export type VocabularyTerm = z.output<typeof VocabularyTerm>;
const Company = z.object({ id: z.number(), code: z.string(), name: z.string() });

export const PropertySummary = z.object({
  id: z.number(),
  code: z.string(),
  slug: z.string(),
  name: z.string(),
  type: VocabularyTerm,
  category: VocabularyTerm,
  /** The company that holds the property. */
  company: Company.extend({ head: HolderSummary.optional() }),
  /** The smallest named place, and its county. */
  place: z.object({ id: z.number(), name: z.string(), county: z.string(), region: z.string() }),
  status: stateSchema(propertyMachine),
  stalled: z.boolean(),
  archived_at: moment.nullable(),
  cover: PublicPicture.nullable(),
  units: z.object({ total: z.number(), vacant: z.number(), occupied: z.number() }),
  live_listings: z.number(),
  /** Listings that are published or queued but not publicly visible, counted by reason. */
  hidden_listings: z.array(z.object({ why: z.enum(listingHiddenReasons), count: z.number() })),
  updated_at: moment,
});
export type PropertySummary = z.output<typeof PropertySummary>;

export const PropertyDetails = PropertySummary.extend({
  description: z.string(),
  description_sw: z.string(),
  /** Vacant units without a live listing. */
  vacant_unlisted: z.number(),
  /** Places from the county down. */
  path: z.array(z.string()),
  address: z.string(),
  landmark: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  show_pin: z.boolean(),
  plot_ref: z.string(),
  year_built: z.number().nullable(),
  floors: z.number().nullable(),
  blocks: z.array(z.string()),
  lifts: z.number(),
  parking_slots: z.number(),
  caretaker_name: z.string(),
  caretaker_phone: z.string().nullable(),
  house_rules: z.string(),
  amenities: z.array(VocabularyTerm.extend({ icon: z.string(), grouped: z.string() })),
  utilities: UtilitySettings,
  billing: BillingSettings,
  notice_days: z.number(),
  deposit_months: z.number(),
  currency: z.string(),
  tax_profile: z.enum(taxProfiles),
  verified_at: moment.nullable(),
  verified_by: z.string().nullable(),
  verification_expires_at: moment.nullable(),
  verification_note: z.string(),
  /** The checks of the last verification or rejection. */
  verification_checks: z.array(
    z.object({
      what: z.enum(verificationChecks),
      way: z.enum(verificationMethods),
      note: z.string(),
      /** A URL that opens the evidence for a few minutes, for verifiers and the owner. */
      file: z.string().nullable(),
    }),
  ),
  rating: z.object({ avg: z.number(), count: z.number() }).nullable(),
  created_at: moment,
  updated_by: z.string().nullable(),
  /** Counts changes of the row. Send it with an update to detect a conflicting edit. */
  revision: z.number(),
  moves: z.array(moveSchema(propertyMachine)),
  /** What the property lacks before it can be verified. */
  lacks: z.array(z.enum(propertyVerificationRequirements)),
  /** What the caller may do: permissions, mandate and state combined. */
  may: z.object({
    edit: z.boolean(),
    settings: z.boolean(),
    utilities: z.boolean(),
    teams: z.boolean(),
    /** The caller may add units, and create listings of them. */
    units: z.boolean(),
    offers: z.boolean(),
    verify: z.boolean(),
    stall: z.boolean(),
    archive: z.boolean(),
    delete: z.boolean(),
    transfer: z.boolean(),
  }),
});
export type PropertyDetails = z.output<typeof PropertyDetails>;

const short = singleLine.max(200);
const name = singleLine.min(2).max(120);
/** The position must be inside Kenya; a database constraint enforces the same. */
const lat = z.number().min(kenyaBounds.lat[0]).max(kenyaBounds.lat[1]);
const lng = z.number().min(kenyaBounds.lng[0]).max(kenyaBounds.lng[1]);

/** The editable fields of a property; the wizard sends all, the editor only changes. */
export const propertyBasicsShape = {
  name,
  property_type_id: id,
  category_id: id,
  description: z.string().trim().max(8000),
  description_sw: z.string().trim().max(8000),
  location_id: id,
  address: short,
  landmark: short,
  lat: lat.nullable(),
  lng: lng.nullable(),
  plot_ref: singleLine.max(80),
  year_built: z.number().int().min(1900).max(2100).nullable(),
  floors: z.number().int().min(0).max(120).nullable(),
  lifts: z.number().int().min(0).max(50),
  parking_slots: z.number().int().min(0).max(10_000),
  amenities: z.array(id).max(100),
} as const;

export const propertySettingsShape = {
  show_pin: z.boolean(),
  billing: BillingSettings,
  notice_days: z.number().int().min(0).max(365),
  /** Half months are common. */
  deposit_months: z.number().min(0).max(24).multipleOf(0.5),
  tax_profile: z.enum(taxProfiles),
  caretaker_name: singleLine.max(80),
  caretaker_phone: z.string().trim().max(40).nullable(),
  house_rules: z.string().trim().max(8000),
} as const;

const money = amountSchema(amountLimits.rent);
/** One line of the structure: a pattern and the fields of its units. contract/property/unit-pattern.ts expands the names. */
export const PropertyStructureRow = z.strictObject({
  blocks: z.array(z.string().trim().min(1).max(20)).max(50),
  floors: z.strictObject({ from: z.number().int().min(-5).max(120), to: z.number().int().min(-5).max(120) }).nullable(),
  pattern: singleLine.min(1).max(80),
  unit_type_id: id,
  /** Null means the number of the unit type. */
  bedrooms: z.number().int().min(0).max(20).nullable().default(null),
  bathrooms: z.number().int().min(0).max(20).default(1),
  rent_cents: money.nullable().default(null),
  service_charge_cents: money.default(toCents(0)),
  /** All of these units are already occupied. */
  occupied: z.boolean().default(false),
});
export type PropertyStructureRow = z.output<typeof PropertyStructureRow>;
