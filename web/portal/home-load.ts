import type { RouterContextProvider } from 'react-router';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { billOf } from '#contract/listing/bill.ts';
import { hrefOf } from '#contract/portal/card-href.ts';
import { searchCalls } from '#contract/search/calls.ts';
import type { Card } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { load, side } from '#web/client/load.ts';
import { count, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { cardView } from './card/card-view.ts';
import { cardLabels } from './labels.ts';
import type { SampleBill } from './offer/bill.tsx';
import { moveInBill } from './offer/cost-view.ts';
import { searchLabels } from './search/search-labels.ts';

type Context = Readonly<RouterContextProvider>;

/** Searches people come for, ready made. */
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

/** The whole cost of one home that is offered now: the promise, shown instead of told. */
async function sampleOf(context: Context, cards: readonly Card[]): Promise<SampleBill | null> {
  const card = cards.find((one) => one.listing_type === listingTypes.rent && one.unit && one.move_in_cents > one.price_cents);
  if (!card?.unit) return null;
  const found = await side(context).call(searchCalls.unit, { id: card.unit.id });
  const offer = found.ok ? found.value.offers.find((one) => one.id === card.id) : undefined;
  if (!offer) return null;
  const bill = billOf(offer, clock.today());
  return {
    title: card.title,
    place: `${card.place.name}, ${card.place.county}`,
    href: hrefOf(card),
    bill: moveInBill(bill, offer.listing_type),
    afterwards: bill.month_cents > 0 ? m.portal_cost_then({ amount: kes(bill.month_cents) }) : null,
  };
}

export async function homeView(context: Context) {
  const { locale } = side(context);
  const { featured, newest, estates, counts } = await load(context, searchCalls.home, {});
  return {
    box: searchLabels(),
    cardLabels: cardLabels(),
    popular: popular(),
    featured: featured.slice(0, 4).map((card) => cardView(card, locale)),
    newest: newest.slice(0, 8).map((card) => cardView(card, locale)),
    estates: estates.map((one) => ({
      name: one.name,
      from: m.portal_from({ amount: kes(one.from_cents) }),
      href: `/listings?place=${one.id}`,
    })),
    numbers: [
      { value: count(counts.offers), label: m.portal_number_offers() },
      { value: count(counts.properties), label: m.portal_number_properties() },
      { value: count(counts.counties), label: m.portal_number_counties() },
      { value: count(counts.agents), label: m.portal_number_agents() },
    ],
    sample: await sampleOf(context, [...newest, ...featured]),
  };
}
