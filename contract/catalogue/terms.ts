import { type Cents, prorateCents, toCents } from '#contract/money/cents.ts';
import { type ListingTypeNumber, listingTypes, monthsByFrequency, toPaymentFrequency } from './kinds.ts';

/** Terms that are set once and inherited: on a property, a unit type, a unit, a listing. Without Zod, for every layer. */
export const termNames = ['rent', 'deposit', 'service_charge', 'water', 'power'] as const;
export type TermName = (typeof termNames)[number];
/** The level that sets a unit's term; null if it is not set. */
export const termLevels = ['unit', 'type', 'property'] as const;
export type TermLevel = (typeof termLevels)[number];
export type TermSources = Readonly<Record<TermName, TermLevel | null>>;

/** The effective terms of a unit (or a whole property), from any level. */
export type EffectiveTerms = {
  readonly rent_cents: number | null;
  readonly deposit_cents: number | null;
  readonly service_charge_cents: number | null;
  readonly water_source: readonly string[] | null;
  readonly power_type: string | null;
};
type Offer = { readonly listing_type: number; readonly price_period: number; readonly deposit_months: number };
export type InheritedListingTerms = {
  /** Null if no rent is known: the listing must then set a price. The price of a sale is never a rent. */
  readonly price_cents: Cents | null;
  readonly deposit_cents: Cents;
  readonly service_charge_cents: Cents;
  readonly water_source: string[];
  readonly power_type: string;
};

/** The terms a listing inherits from its unit. `price` is its own price if it has one: the deposit follows it. */
export function resolveInheritedListingTerms(
  held: EffectiveTerms,
  { listing_type, price_period, deposit_months }: Offer,
  price: number | null = null,
): InheritedListingTerms {
  const sale = (listing_type as ListingTypeNumber) === listingTypes.buy;
  const months = monthsByFrequency[toPaymentFrequency(price_period)] ?? 1;
  const inherited = sale || held.rent_cents === null || held.rent_cents < 1 ? null : prorateCents(held.rent_cents, months, 1);
  const asked = price ?? inherited ?? 0;
  // A deposit is often given in half months.
  const deposit = held.deposit_cents ?? prorateCents(asked, Math.round(deposit_months * 2), months * 2);
  return {
    price_cents: inherited,
    deposit_cents: toCents(sale ? 0 : deposit),
    service_charge_cents: toCents(held.service_charge_cents ?? 0),
    water_source: [...(held.water_source ?? [])],
    power_type: held.power_type ?? '',
  };
}
