import { type Cents, cents, portion } from '#contract/money/cents.ts';
import { type ListingTypeNumber, listingTypes, monthsOf, paymentFrequencyOf } from './kinds.ts';

/** What is said once and inherited: of a property, of its units of one type, of a unit, of a listing. Without Zod, for every storey. */
export const termNames = ['rent', 'deposit', 'service_charge', 'water', 'power'] as const;
export type TermName = (typeof termNames)[number];
/** The level a unit's term stands on; null where nobody has said it. */
export const termLevels = ['unit', 'type', 'property'] as const;
export type TermLevel = (typeof termLevels)[number];
export type TermSources = Readonly<Record<TermName, TermLevel | null>>;

/** What holds for a unit (or a whole property), whoever said it. */
export type HeldTerms = {
  readonly rent_cents: number | null;
  readonly deposit_cents: number | null;
  readonly service_charge_cents: number | null;
  readonly water_source: readonly string[] | null;
  readonly power_type: string | null;
};
type Offer = { readonly listing_type: number; readonly price_period: number; readonly deposit_months: number };
export type OfferTerms = {
  /** Null where no rent is known: the listing has to say it. A sale's price is never a rent. */
  readonly price_cents: Cents | null;
  readonly deposit_cents: Cents;
  readonly service_charge_cents: Cents;
  readonly water_source: string[];
  readonly power_type: string;
};

/** What a listing has from its unit where it says nothing itself. `price` is its own price where it has one: the deposit follows that. */
export function offerTerms(held: HeldTerms, { listing_type, price_period, deposit_months }: Offer, price: number | null = null): OfferTerms {
  const sale = (listing_type as ListingTypeNumber) === listingTypes.buy;
  const months = monthsOf[paymentFrequencyOf(price_period)] ?? 1;
  const inherited = sale || held.rent_cents === null || held.rent_cents < 1 ? null : portion(held.rent_cents, months, 1);
  const asked = price ?? inherited ?? 0;
  // Half months are usual.
  const deposit = held.deposit_cents ?? portion(asked, Math.round(deposit_months * 2), months * 2);
  return {
    price_cents: inherited,
    deposit_cents: cents(sale ? 0 : deposit),
    service_charge_cents: cents(held.service_charge_cents ?? 0),
    water_source: [...(held.water_source ?? [])],
    power_type: held.power_type ?? '',
  };
}
