import { expect, test } from 'vitest';
import { linkTo } from '#contract/screens.ts';
import type { PublicListing } from '#contract/search/shapes.ts';
import { endOfDay, startOfDay } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import { toPublicListingView } from './offer/offer-view.ts';
import { toPropertyHeadingView } from './property-load.ts';

const property = { unit_count: 0, year_built: 2006, rating: null, places: [], amenities: [], lat: 0, lng: 0, landmark: '', verification: null };
const offer = {
  listing_type: 0,
  price_cents: 5_000_000,
  price_period: 2,
  deposit_cents: 0,
  service_charge_cents: 0,
  agent_fee_cents: 0,
  other_charges: [],
  discounts: [],
  water_source: [],
  price_history: [],
  min_term_months: 0,
  available_from: null,
  furnished: null,
  pets: null,
  smoking: null,
  power_type: '',
  internet: '',
};

test('public pages: a year is shown without a thousands separator (2006)', () => {
  for (const locale of ['en', 'sw'] as const)
    expect(toPropertyHeadingView(property as unknown as Parameters<typeof toPropertyHeadingView>[0], locale).facts.map(([value]) => value)).toContain(
      '2006',
    );
  expect(m.agents_years({ year: '2006' })).toContain('2006');
});

test('promotion text: shows the last day of the promotion by Nairobi time', () => {
  const promotion = { name: 'Christmas', perk: '', starts_at: startOfDay('2026-12-01').toISOString(), ends_at: endOfDay('2026-12-31').toISOString() };
  const said = toPublicListingView({ ...offer, promotion } as unknown as PublicListing, [], '2026-12-31T20:59:59Z', 'en').promotion ?? '';
  expect(said).toContain('31 December 2026');
  expect(said).not.toContain('2027');
});

test('bid link: opens the tenant’s bid screen and is shown only for a negotiable listing', () => {
  const bidFor = (negotiable: boolean) =>
    toPublicListingView({ ...offer, id: 7, negotiable } as unknown as PublicListing, [], '2026-12-31T20:59:59Z', 'en').bid;
  expect(bidFor(true)?.href).toBe(linkTo('bid.make', 'tenant', { listing_id: 7 }));
  expect(bidFor(false)).toBeNull();
});
