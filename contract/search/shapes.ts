import { z } from 'zod';
import { furnishings } from '#contract/catalogue/kinds.ts';
import { verificationChecks, verificationWays } from '#contract/catalogue/verification.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { publicFields } from '#contract/listing/public-fields.ts';
import { BuyerRate } from '#contract/listing/rate-shape.ts';
import { RunningDiscount } from '#contract/promotion/shapes.ts';

/** What the public sees of the catalogue. The card is written once per change by the read model and forwarded as it is. */
const Named = z.object({ code: z.string(), name: z.string(), name_sw: z.string() });

export const Picture = z.object({
  /** A width that always works; `webp` and `avif` are `srcset`s, empty for drawings. */
  src: z.string(),
  webp: z.string(),
  avif: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Drawn in its place until it is there. */
  colour: z.string().nullable(),
  alt: z.string(),
});
export type Picture = z.output<typeof Picture>;

export const Card = z.object({
  id: z.number(),
  code: z.string(),
  listing_type: z.number(),
  title: z.string(),
  price_cents: z.number(),
  price_period: z.number(),
  /** The price of so many first months, or of the whole where `months` is 0 (contract/listing/bill.ts). */
  promotion: z.object({ months: z.number(), cents: z.number() }).nullable(),
  discounts: z.array(RunningDiscount),
  move_in_cents: z.number(),
  monthly_cents: z.number(),
  property: z.object({ id: z.number(), slug: z.string(), name: z.string(), type: Named }),
  unit: z.object({ id: z.number(), slug: z.string(), name: z.string(), type: Named }).nullable(),
  /** The smallest place that has a name, and the county. */
  place: z.object({ id: z.number(), name: z.string(), county: z.string() }),
  /** Said of homes only, like furnishing. */
  bedrooms: z.number().nullable(),
  bathrooms: z.number(),
  area_m2: z.number().nullable(),
  furnished: z.enum(furnishings).nullable(),
  amenities: z.array(z.string()),
  cover: Picture.nullable(),
  photos: z.number(),
  has: z.object({ video: z.boolean(), tour: z.boolean(), plan: z.boolean() }),
  featured: z.boolean(),
  verified_at: moment.nullable(),
  rating: z.object({ avg: z.number(), count: z.number() }).nullable(),
  /** Where the map draws it: the pin itself only if `exact`. */
  lat: z.number(),
  lng: z.number(),
  exact: z.boolean(),
  available_from: day.nullable(),
  published_at: moment,
});
export type Card = z.output<typeof Card>;

export const PublicMedia = Picture.extend({
  id: z.number(),
  media_type: z.number(),
  /** A film's or tour's address where it is not a picture. */
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

/** An offer with all it asks for; `Terms` of contract/listing/bill.ts reads from it. */
export const Offer = z.object({
  ...publicFields,
  furnished: z.enum(furnishings).nullable(),
  id: z.number(),
  code: z.string(),
  listing_type: z.number(),
  title: z.string(),
  price_cents: z.number(),
  price_period: z.number(),
  discounts: z.array(RunningDiscount),
  /** Of a sale: the rates its bill is estimated by. */
  rates: z.array(BuyerRate),
  promotion: z.object({ name: z.string(), perk: z.string(), ends_at: moment }).nullable(),
  published_at: moment,
  price_history: z.array(z.object({ at: moment, price_cents: z.number() })),
});
export type Offer = z.output<typeof Offer>;

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
  /** Its listing, if strangers may see one. */
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
  /** From the county down. */
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
  /** Offers of the property as a whole. */
  offers: z.array(Offer),
  verification: z
    .object({
      at: moment,
      expires_at: moment.nullable(),
      by: z.string().nullable(),
      checks: z.array(z.object({ what: z.enum(verificationChecks), way: z.enum(verificationWays) })),
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
  unit: PublicUnitRow.omit({ offer: true }).extend({ furnished: z.enum(furnishings).nullable(), amenities: z.array(Amenity) }),
  media: z.array(PublicMedia),
  offers: z.array(Offer),
  agent: AgentCard.nullable(),
});
export type PublicUnit = z.output<typeof PublicUnit>;
