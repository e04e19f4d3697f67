import type { RouterContextProvider } from 'react-router';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { calculateListingCost } from '#contract/listing/cost-breakdown.ts';
import { buildListingCardHref } from '#contract/portal/card-href.ts';
import { searchCalls } from '#contract/search/calls.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { loadCall, readServerFunctions } from '#web/client/load.ts';
import { formatCount, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { toListingCardView } from './card/card-view.ts';
import { getCardLabels } from './labels.ts';
import type { SampleCostBreakdown } from './offer/bill.tsx';
import { buildMoveInCostBreakdown } from './offer/cost-view.ts';
import { getSearchBoxLabels } from './search/search-labels.ts';

type Context = Readonly<RouterContextProvider>;

/** Popular searches, as links. */
const popular = () => [
  { label: m.portal_popular_bedsitter(), href: '/listings?type=rent&max=10000&unit_type=bedsitter' },
  { label: m.portal_popular_one_bedroom(), href: '/listings?type=rent&max=20000&beds=1' },
  { label: m.portal_popular_borehole(), href: '/listings?amenities=borehole' },
  { label: m.portal_popular_pets(), href: '/listings?type=rent&pets=true' },
  { label: m.portal_popular_furnished(), href: '/listings?furnished=furnished' },
  { label: m.portal_popular_plots(), href: '/listings?type=buy&property_type=plot' },
  { label: m.portal_popular_shops(), href: '/listings?unit_type=shop,stall' },
  { label: m.portal_popular_offices(), href: '/listings?unit_type=office_space' },
];

/** The full cost of one live home, as an example of the cost breakdown. */
async function sampleOf(context: Context, cards: readonly ListingCard[]): Promise<SampleCostBreakdown | null> {
  const card = cards.find((one) => one.listing_type === listingTypes.rent && one.unit && one.move_in_cents > one.price_cents);
  if (!card?.unit) return null;
  const found = await readServerFunctions(context).call(searchCalls.unit, { id: card.unit.id });
  const offer = found.ok ? found.value.offers.find((one) => one.id === card.id) : undefined;
  if (!offer) return null;
  const bill = calculateListingCost(offer, clock.today());
  return {
    title: card.title,
    place: `${card.place.name}, ${card.place.county}`,
    href: buildListingCardHref(card),
    bill: buildMoveInCostBreakdown(bill, offer.listing_type),
    afterwards: bill.month_cents > 0 ? m.portal_cost_then({ amount: formatKes(bill.month_cents) }) : null,
  };
}

export async function loadHomeView(context: Context) {
  const { locale } = readServerFunctions(context);
  const { featured, newest, estates, counts } = await loadCall(context, searchCalls.home, {});
  return {
    box: getSearchBoxLabels(),
    cardLabels: getCardLabels(),
    popular: popular(),
    featured: featured.slice(0, 4).map((card) => toListingCardView(card, locale)),
    newest: newest.slice(0, 8).map((card) => toListingCardView(card, locale)),
    estates: estates.map((one) => ({
      name: one.name,
      from: m.portal_from({ amount: formatKes(one.from_cents) }),
      href: `/listings?place=${one.id}`,
    })),
    numbers: [
      { value: formatCount(counts.offers), label: m.portal_number_offers() },
      { value: formatCount(counts.properties), label: m.portal_number_properties() },
      { value: formatCount(counts.counties), label: m.portal_number_counties() },
      { value: formatCount(counts.agents), label: m.portal_number_agents() },
    ],
    sample: await sampleOf(context, [...newest, ...featured]),
  };
}
