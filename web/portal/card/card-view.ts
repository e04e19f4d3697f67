import { listingTypes, paymentFrequencies, toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { calculateMonthlyPrice } from '#contract/listing/cost-breakdown.ts';
import { buildListingCardHref } from '#contract/portal/card-href.ts';
import type { ListingCard, PublicPicture } from '#contract/search/shapes.ts';
import { formatPromotionBill } from '#web/portal/offer/cost-view.ts';
import { formatKes, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/**
 * The texts of a card, prepared by the loader. The page only prints them, so it computes nothing twice, loads no messages, and its data is as short
 * as what is shown.
 */
export type ListingCardView = {
  readonly id: number;
  readonly href: string;
  readonly price: string;
  readonly per: string;
  /** The monthly price if the listing has another period, because filters use the month. */
  readonly month: string | null;
  readonly promotion: string | null;
  readonly title: string;
  readonly place: string;
  readonly facts: readonly (readonly [sign: 'bed' | 'bath' | 'size', text: string])[];
  readonly moveIn: string | null;
  readonly featured: string | null;
  readonly verified: string | null;
  readonly photos: string | null;
  readonly picture: PublicPicture | null;
  /** The value is set if several homes of one building share the card (buildings.ts). */
  readonly building: BuildingView | null;
};
export type BuildingView = {
  readonly homes: string;
  readonly pick: string;
  readonly units: readonly { readonly id: number; readonly href: string; readonly name: string; readonly title: string; readonly price: string }[];
  readonly all: { readonly href: string; readonly label: string };
};

export const formatPricePeriod = (period: number): string =>
  ({
    month: m.portal_per_month,
    once: () => '',
    quarterly: m.portal_per_quarter,
    half_year: m.portal_per_half_year,
    annually: m.portal_per_year,
  })[toPaymentFrequency(period)]();

export const getLocalizedName = (it: { readonly name: string; readonly name_sw: string }, locale: Locale): string =>
  (locale === 'sw' && it.name_sw) || it.name;

/** Bedrooms appear only for homes (`bedrooms` is null for others): a shop has no "0 bed", a bedsitter has its type name. */
export function listCardFacts(
  it: { bedrooms: number | null; bathrooms: number; area_m2: number | null; type: { code: string; name: string; name_sw: string } | null },
  locale: Locale,
): ListingCardView['facts'] {
  const facts: [ListingCardView['facts'][number][0], string][] = [];
  if (it.bedrooms !== null && it.bedrooms > 0) facts.push(['bed', m.portal_fact_beds({ count: it.bedrooms })]);
  else if (it.bedrooms === 0 && it.type) facts.push(['bed', getLocalizedName(it.type, locale)]);
  if (it.bathrooms > 0) facts.push(['bath', m.portal_fact_baths({ count: it.bathrooms })]);
  if (it.area_m2) facts.push(['size', `${it.area_m2} m²`]);
  return facts;
}

const monthOf = (card: ListingCard): string | null => {
  const cents = card.price_period === paymentFrequencies.month || card.listing_type === listingTypes.buy ? null : calculateMonthlyPrice(card);
  return cents === null ? null : m.portal_month_equal({ amount: formatKes(cents) });
};

export function toListingCardView(card: ListingCard, locale: Locale): ListingCardView {
  return {
    id: card.id,
    href: buildListingCardHref(card),
    price: formatKes(card.price_cents),
    per: formatPricePeriod(card.price_period),
    month: monthOf(card),
    promotion: formatPromotionBill(card.promotion),
    title: card.title,
    place: card.place.name === card.place.county ? card.place.name : `${card.place.name}, ${card.place.county}`,
    facts: listCardFacts({ ...card, type: card.unit?.type ?? null }, locale),
    moveIn: card.listing_type === listingTypes.buy ? null : formatKes(card.move_in_cents),
    featured: card.featured ? m.portal_featured() : null,
    verified: card.verified_at ? m.portal_verified() : null,
    photos: card.photos > 1 ? `1 / ${card.photos}` : null,
    picture: card.cover,
    building: null,
  };
}
