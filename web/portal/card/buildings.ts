import { listingTypes } from '#contract/catalogue/kinds.ts';
import { href } from '#contract/kernel/screen.ts';
import { calculateMonthlyPrice } from '#contract/listing/cost-breakdown.ts';
import { buildListingCardHref } from '#contract/portal/card-href.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import type { PropertySearchResult, SearchResponse } from '#contract/search/calls.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { formatKes, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { type BuildingView, type ListingCardView, listCardFacts, toListingCardView } from './card-view.ts';

type Unit = BuildingView['units'][number];

/** "KES 25,000 – 40,000": the currency once. */
const rangeOf = ({ from_cents, to_cents }: PropertySearchResult): string =>
  from_cents === to_cents ? formatKes(from_cents) : m.portal_range({ from: formatKes(from_cents), to: formatKes(to_cents).replace(/^KES\s/, '') });

/** One home of a building card: name, facts and monthly price, as in the range. */
function unitOf(card: ListingCard, locale: Locale): Unit {
  const facts = listCardFacts({ ...card, type: card.unit?.type ?? null }, locale).map(([, text]) => text);
  const month = card.listing_type === listingTypes.buy ? card.price_cents : (calculateMonthlyPrice(card) ?? card.price_cents);
  return {
    id: card.id,
    href: buildListingCardHref(card),
    name: [card.unit?.name ?? '', ...facts].filter(Boolean).join(' · '),
    title: card.title,
    price: formatKes(month),
  };
}

function buildingCard(card: ListingCard, building: PropertySearchResult, units: Unit[], locale: Locale): ListingCardView {
  const { id, slug, name } = card.property;
  const { count } = building;
  return {
    ...toListingCardView(card, locale),
    href: href(portalPublicScreens.property, { id, slug }),
    price: rangeOf(building),
    per: card.listing_type === listingTypes.buy ? '' : m.portal_per_month(),
    month: null,
    promotion: null,
    title: name,
    facts: [],
    moveIn: null,
    building: {
      homes: card.bedrooms === null ? m.portal_building_units({ count }) : m.portal_building_homes({ count }),
      pick: m.portal_building_pick(),
      units,
      all: { href: href(portalPublicScreens.units, { id, slug }), label: m.portal_building_all({ name }) },
    },
  };
}

/** The cards of a result page: homes of one building with the same kind of listing form one card at the position of the first. */
export function groupCardsByBuilding({ results, buildings }: Pick<SearchResponse, 'results' | 'buildings'>, locale: Locale): ListingCardView[] {
  const known = new Map<string, Unit[]>();
  return results.flatMap((card) => {
    const building = card.unit && buildings.find((one) => one.property_id === card.property.id && one.listing_type === card.listing_type);
    if (!building) return [toListingCardView(card, locale)];
    const key = `${building.property_id} ${building.listing_type}`;
    const there = known.get(key);
    if (there) {
      there.push(unitOf(card, locale));
      return [];
    }
    const units = [unitOf(card, locale)];
    known.set(key, units);
    return [buildingCard(card, building, units, locale)];
  });
}
