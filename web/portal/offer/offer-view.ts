import { buildApplicationPath, buildBidPath } from '#contract/booking/application-path.ts';
import { listingTypes, toListingType } from '#contract/catalogue/kinds.ts';
import { hasGatedAccess, hasPowerBackup } from '#contract/listing/building-amenities.ts';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { listWaterSources } from '#contract/listing/water.ts';
import { furnishedFilterLabels } from '#contract/search/criteria.ts';
import { listingTypeSearchLabels } from '#contract/search/names.ts';
import type { PublicListing } from '#contract/search/shapes.ts';
import { lastDayBefore, toNairobiDay } from '#contract/time/days.ts';
import { formatPricePeriod } from '#web/portal/card/card-view.ts';
import { formatDate, formatKes, formatShortDate, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { buildMoveInCostBreakdown, buildRecurringCostBreakdowns, formatPromotionBill } from './cost-view.ts';

type Pair = readonly [label: string, value: string];
const yesNo = (value: boolean | null): string => (value === null ? m.portal_not_stated() : value ? m.portal_yes() : m.portal_no());
const waterNames: Readonly<Record<string, () => string>> = {
  county: m.portal_water_county,
  borehole: m.portal_water_borehole,
  tank: m.portal_water_tank,
  bowser: m.portal_water_bowser,
};
const powerNames: Readonly<Record<string, () => string>> = {
  prepaid: m.portal_power_prepaid,
  postpaid: m.portal_power_postpaid,
  submeter: m.portal_power_submeter,
  solar: m.portal_power_solar,
};

export const formatAvailability = (from: string | null, today: string, locale: Locale): string =>
  from === null || from <= today ? m.portal_ready_now() : formatDate(from, locale);

function termsOf(offer: PublicListing, amenities: readonly string[], today: string, locale: Locale): Pair[] {
  const rented = offer.listing_type !== listingTypes.buy;
  const water = listWaterSources(offer.water_source, amenities);
  const rows: (Pair | null)[] = [
    [m.portal_available(), formatAvailability(offer.available_from, today, locale)],
    rented ? [m.portal_term(), offer.min_term_months > 0 ? m.portal_months({ count: offer.min_term_months }) : m.portal_term_none()] : null,
    [m.portal_negotiable(), yesNo(offer.negotiable)],
    offer.furnished === null ? null : [m.portal_furnishing(), furnishedFilterLabels[offer.furnished]?.() ?? offer.furnished],
    rented ? [m.portal_pets(), yesNo(offer.pets)] : null,
    rented ? [m.portal_smoking(), yesNo(offer.smoking)] : null,
    offer.parking_slots > 0 ? [m.portal_parking(), String(offer.parking_slots)] : null,
    water.length > 0 ? [m.portal_water(), water.map((one) => waterNames[one]?.() ?? one).join(', ')] : null,
    offer.power_type ? [m.portal_power(), powerNames[offer.power_type]?.() ?? offer.power_type] : null,
    hasPowerBackup(amenities) ? [m.portal_backup_power(), m.portal_yes()] : null,
    offer.internet ? [m.portal_internet(), offer.internet] : null,
    hasGatedAccess(amenities) ? [m.portal_gate(), m.portal_yes()] : null,
  ];
  return rows.filter((row) => row !== null);
}

export type PriceHistoryView = {
  readonly line: string;
  readonly dots: readonly { x: number; y: number; says: string }[];
  readonly from: string;
  readonly to: string;
  readonly label: string;
};

const width = 320;
const height = 72;
/** The price history as steps, rendered by the server. */
export function toPriceHistoryView(
  offer: Pick<PublicListing, 'price_history' | 'price_cents'>,
  now: string,
  locale: Locale,
): PriceHistoryView | null {
  const kept = [...offer.price_history].sort((a, b) => (a.at < b.at ? -1 : 1));
  // The current price is the price on the page, even if the last history entry differs.
  const points = kept.at(-1)?.price_cents === offer.price_cents || kept.length === 0 ? kept : [...kept, { at: now, price_cents: offer.price_cents }];
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const start = Date.parse(first.at);
  const span = Math.max(1, Date.parse(now) - start);
  const prices = points.map((one) => one.price_cents);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (at: string) => Math.round(((Date.parse(at) - start) / span) * (width - 12) + 6);
  const y = (cents: number) => Math.round(high === low ? height / 2 : height - 8 - ((cents - low) / (high - low)) * (height - 16));
  const stair = points.map((one, at) => (at === 0 ? `M${x(one.at)} ${y(one.price_cents)}` : `H${x(one.at)}V${y(one.price_cents)}`)).join('');
  return {
    line: `${stair}H${width - 6}`,
    dots: points.map((one) => ({ x: x(one.at), y: y(one.price_cents), says: `${formatDate(one.at, locale)}: ${formatKes(one.price_cents)}` })),
    from: `${formatShortDate(first.at, locale)}, ${formatKes(first.price_cents)}`,
    to: `${m.portal_today()}, ${formatKes(last.price_cents)}`,
    label: m.portal_history_label({ from: formatKes(first.price_cents), to: formatKes(last.price_cents) }),
  };
}

/** Actions beside an enquiry: links into the tenant's dashboard, with sign-in first if needed. */
const waysOf = ({ id, listing_type }: Pick<PublicListing, 'id' | 'listing_type'>): { label: string; href: string }[] =>
  listing_type === listingTypes.buy ? [] : [{ label: m.portal_apply(), href: buildApplicationPath(id) }];

/** `amenities`: the codes of the unit's and property's amenities. */
export function toPublicListingView(offer: PublicListing, amenities: readonly string[], now: string, locale: Locale) {
  const bill = calculateListingCost(offer, toNairobiDay(now));
  return {
    id: offer.id,
    code: offer.code,
    title: offer.title,
    type: listingTypeSearchLabels[toListingType(offer.listing_type)](),
    price: formatKes(offer.price_cents),
    per: formatPricePeriod(offer.price_period),
    promotion: offer.promotion
      ? [
          formatPromotionBill(bill.promotion),
          offer.promotion.name,
          offer.promotion.perk,
          m.portal_until({ date: formatDate(lastDayBefore(offer.promotion.ends_at), locale) }),
        ]
          .filter(Boolean)
          .join(' · ')
      : null,
    ways: waysOf(offer),
    moveIn: buildMoveInCostBreakdown(bill, offer.listing_type),
    later: buildRecurringCostBreakdowns(bill),
    /** The bid page, if the listing is negotiable. */
    bid: offer.negotiable ? { href: buildBidPath(offer.id), label: m.portal_make_bid() } : null,
    bar: offer.listing_type === listingTypes.buy ? null : m.portal_move_in_amount({ amount: formatKes(bill.move_in_cents) }),
    description: (locale === 'sw' && offer.description_sw) || offer.description,
    terms: termsOf(offer, amenities, toNairobiDay(now), locale),
    history: toPriceHistoryView(offer, now, locale),
  };
}
export type PublicListingView = ReturnType<typeof toPublicListingView>;
