import { z } from 'zod';
import { furnishingKinds } from '#contract/catalogue/kinds.ts';
import { verificationChecks, verificationMethods } from '#contract/catalogue/verification.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { publicListingFields } from '#contract/listing/public-fields.ts';
import { BuyerRate } from '#contract/listing/rate-shape.ts';
import { RunningDiscount } from '#contract/promotion/shapes.ts';

/** The public view of the catalogue. The read model writes a card once per change, and it is served unchanged. */
const Named = z.object({ code: z.string(), name: z.string(), name_sw: z.string() });

export const PublicPicture = z.object({
  /** A fallback width; `webp` and `avif` are `srcset`s, empty for drawings. */
  src: z.string(),
  webp: z.string(),
  avif: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** The placeholder colour while it loads. */
  colour: z.string().nullable(),
  alt: z.string(),
});
export type PublicPicture = z.output<typeof PublicPicture>;

export const ListingCard = z.object({
  id: z.number(),
  code: z.string(),
  listing_type: z.number(),
  title: z.string(),
  price_cents: z.number(),
  price_period: z.number(),
  /** The price of the first `months` months, or of the whole where `months` is 0 (contract/listing/cost-breakdown.ts). */
  promotion: z.object({ months: z.number(), cents: z.number() }).nullable(),
  discounts: z.array(RunningDiscount),
  move_in_cents: z.number(),
  monthly_cents: z.number(),
  property: z.object({ id: z.number(), slug: z.string(), name: z.string(), type: Named }),
  unit: z.object({ id: z.number(), slug: z.string(), name: z.string(), type: Named }).nullable(),
  /** The smallest named place, and its county. */
  place: z.object({ id: z.number(), name: z.string(), county: z.string() }),
  /** Only for homes, like furnishing. */
  bedrooms: z.number().nullable(),
  bathrooms: z.number(),
  area_m2: z.number().nullable(),
  furnished: z.enum(furnishingKinds).nullable(),
  amenities: z.array(z.string()),
  cover: PublicPicture.nullable(),
  photos: z.number(),
  has: z.object({ video: z.boolean(), tour: z.boolean(), plan: z.boolean() }),
  featured: z.boolean(),
  verified_at: moment.nullable(),
  rating: z.object({ avg: z.number(), count: z.number() }).nullable(),
  /** The position on the map: the pin itself only if `exact`. */
  lat: z.number(),
  lng: z.number(),
  exact: z.boolean(),
  available_from: day.nullable(),
  published_at: moment,
});
export type ListingCard = z.output<typeof ListingCard>;

export const PublicMedia = PublicPicture.extend({
  id: z.number(),
  media_type: z.number(),
  /** The URL of a video or tour. */
  url: z.string().nullable(),
  caption: z.string(),
  room: z.string(),
});
export type PublicMedia = z.output<typeof PublicMedia>;

export const AgentCard = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  company: z.string(),
  phone: z.string().nullable(),
  earb_reg_no: z.string().nullable(),
  verified: z.boolean(),
  rating: z.object({ avg: z.number(), count: z.number() }).nullable(),
  answer_minutes: z.number().nullable(),
  listings: z.number(),
});
export type AgentCard = z.output<typeof AgentCard>;

/** A listing with all its terms; `Terms` of contract/listing/cost-breakdown.ts are read from it. */
export const PublicListing = z.object({
  ...publicListingFields,
  furnished: z.enum(furnishingKinds).nullable(),
  id: z.number(),
  code: z.string(),
  listing_type: z.number(),
  title: z.string(),
  price_cents: z.number(),
  price_period: z.number(),
  discounts: z.array(RunningDiscount),
  /** For a sale: the rates of its estimates. */
  rates: z.array(BuyerRate),
  promotion: z.object({ name: z.string(), perk: z.string(), ends_at: moment }).nullable(),
  published_at: moment,
  price_history: z.array(z.object({ at: moment, price_cents: z.number() })),
});
export type PublicListing = z.output<typeof PublicListing>;

const Amenity = Named.extend({ icon: z.string(), grouped: z.string() });
export const PublicUnitRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  block: z.string(),
  floor: z.number().nullable(),
  type: Named,
  bedrooms: z.number().nullable(),
  bathrooms: z.number(),
  area_m2: z.number().nullable(),
  status: z.string(),
  /** The listing of the unit, if it is public. */
  offer: z
    .object({ id: z.number(), listing_type: z.number(), price_cents: z.number(), price_period: z.number(), available_from: day.nullable() })
    .nullable(),
});
export type PublicUnitRow = z.output<typeof PublicUnitRow>;

export const PublicProperty = z.object({
  id: z.number(),
  code: z.string(),
  slug: z.string(),
  name: z.string(),
  type: Named,
  category: Named,
  description: z.string(),
  description_sw: z.string(),
  address: z.string(),
  landmark: z.string(),
  /** Places from the county down. */
  places: z.array(z.object({ id: z.number(), kind: z.string(), name: z.string() })),
  lat: z.number(),
  lng: z.number(),
  exact: z.boolean(),
  year_built: z.number().nullable(),
  floors: z.number().nullable(),
  lifts: z.number(),
  parking_slots: z.number(),
  house_rules: z.string(),
  notice_days: z.number(),
  deposit_months: z.number(),
  amenities: z.array(Amenity),
  media: z.array(PublicMedia),
  units: z.array(PublicUnitRow),
  unit_count: z.number(),
  vacant_count: z.number(),
  /** Listings of the property as a whole. */
  offers: z.array(PublicListing),
  verification: z
    .object({
      at: moment,
      expires_at: moment.nullable(),
      by: z.string().nullable(),
      checks: z.array(z.object({ what: z.enum(verificationChecks), way: z.enum(verificationMethods) })),
    })
    .nullable(),
  rating: z.object({ avg: z.number(), count: z.number() }).nullable(),
  agent: AgentCard.nullable(),
  holder: z.object({ name: z.string(), kind: z.string() }),
  updated_at: moment,
});
export type PublicProperty = z.output<typeof PublicProperty>;

export const PublicUnit = z.object({
  property: PublicProperty.omit({ units: true, offers: true }),
  unit: PublicUnitRow.omit({ offer: true }).extend({ furnished: z.enum(furnishingKinds).nullable(), amenities: z.array(Amenity) }),
  media: z.array(PublicMedia),
  offers: z.array(PublicListing),
  agent: AgentCard.nullable(),
});
export type PublicUnit = z.output<typeof PublicUnit>;
