import type { RouterContextProvider } from 'react-router';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { searchCalls } from '#contract/search/calls.ts';
import type { PublicListing, PublicProperty, PublicUnitRow } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { loadReviewsView } from '#web/review/public-load.ts';
import { formatDate, formatRating, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { getLocalizedName, toListingCardView } from './card/card-view.ts';
import { getCardLabels } from './labels.ts';
import { type PublicListingView, toPublicListingView } from './offer/offer-view.ts';
import {
  formatPropertyLocation,
  getEnquiryLabels,
  getPropertyHref,
  getUnitHref,
  getUnitTableLabels,
  groupAmenities,
  makeBreadcrumbs,
  makeGalleryLabels,
  toAgentCardView,
  toMediaView,
  toShareView,
  toUnitRowView,
  toVerificationView,
} from './offer/property-view.ts';
import { loadPublicRecord, makeGoneResponse, readIdInPath, redirectToCanonical } from './public-record.ts';
import { buildBreadcrumbsStructuredData, buildListingStructuredData, buildOfferStructuredData, serializeStructuredData } from './structured-data.ts';

type Context = Readonly<RouterContextProvider>;
type Asked = { context: Context; request: Request; params: Record<string, string | undefined> };

const shownUnits = 12;
/** Listed units first, cheapest first, then by name. */
const byOffer = (a: PublicUnitRow, b: PublicUnitRow): number =>
  (a.offer?.price_cents ?? Number.POSITIVE_INFINITY) - (b.offer?.price_cents ?? Number.POSITIVE_INFINITY) || a.name.localeCompare(b.name) || 0;

export async function loadPropertyView({ context, request, params }: Asked) {
  const { locale, appUrl, call } = readServerFunctions(context);
  const answer = await loadPublicRecord(context, searchCalls.property, readIdInPath(params.id));
  if ('gone' in answer) return makeGoneResponse(answer.gone);
  const { it } = answer;
  redirectToCanonical(request, getPropertyHref(it));
  const now = clock.now().toISOString();
  const url = appUrl + getPropertyHref(it);
  const units = [...it.units].sort(byOffer);
  const best = await bestOffer(context, it, units, now, locale);
  const [similar, reviews] = await Promise.all([
    best ? call(searchCalls.similar, { id: best.offer.id }) : null,
    loadReviewsView(context, 'property', it.id),
  ]);
  const media = toMediaView(it.media);
  const verified = toVerificationView(it.verification, locale);
  return {
    gone: false as const,
    id: it.id,
    ...toPropertyHeadingView(it, locale),
    reviews,
    verified,
    gallery: { media, says: makeGalleryLabels(media) },
    units: {
      rows: units.slice(0, shownUnits).map((unit) => toUnitRowView(it, unit, toNairobiDay(now), locale)),
      says: getUnitTableLabels(),
      all:
        it.units.length > 0
          ? { label: m.portal_all_units({ count: it.unit_count }), href: href(portalPublicScreens.units, { id: it.id, slug: it.slug }) }
          : null,
    },
    box: best,
    offers: it.offers.map((offer) => toPublicListingView(offer, listAmenityCodes(it.amenities), now, locale)),
    similar: similar?.ok ? similar.value.results.slice(0, 4).map((card) => toListingCardView(card, locale)) : [],
    cardLabels: getCardLabels(),
    ...toContactView(it, it.name, url, request),
    says: getPropertySectionLabels(it, locale),
    page: pageOf(it, url, appUrl, best?.offer ?? null),
  };
}
export type PropertyPageData = Exclude<Awaited<ReturnType<typeof loadPropertyView>>, ReturnType<typeof makeGoneResponse>>;

/** The listing beside the page: of the whole property, else of the cheapest available unit. */
async function bestOffer(
  context: Context,
  it: PublicProperty,
  units: readonly PublicUnitRow[],
  now: string,
  locale: Locale,
): Promise<{ offer: PublicListingView; line: string; href: string | null; raw: PublicListing } | null> {
  const whole = it.offers[0];
  if (whole) {
    const offer = toPublicListingView(whole, listAmenityCodes(it.amenities), now, locale);
    // A stay is for one unit; for several the visitor enquires.
    return { offer: { ...offer, ways: it.unit_count > 1 ? [] : offer.ways }, line: whole.title, href: null, raw: whole };
  }
  const unit = units.find((one) => one.offer !== null);
  if (!unit?.offer) return null;
  const answer = await readServerFunctions(context).call(searchCalls.unit, { id: unit.id });
  const offer = answer.ok ? answer.value.offers[0] : undefined;
  if (!offer) return null;
  return {
    offer: toPublicListingView(offer, listAmenityCodes(answer.ok ? [...it.amenities, ...answer.value.unit.amenities] : it.amenities), now, locale),
    line: m.portal_box_unit({ unit: unit.name, type: getLocalizedName(unit.type, locale) }),
    href: getUnitHref(it, unit),
    raw: offer,
  };
}

export const listAmenityCodes = (amenities: readonly { code: string }[]): string[] => amenities.map((one) => one.code);

type Headed = Omit<PublicProperty, 'units' | 'offers'>;
export function toPropertyHeadingView(it: Headed, locale: Locale) {
  const facts: (readonly [string, string] | null)[] = [
    it.unit_count > 0 ? [String(it.vacant_count), m.portal_fact_vacant({ count: it.unit_count })] : null,
    it.floors ? [String(it.floors), m.portal_fact_floors()] : null,
    it.year_built ? [String(it.year_built), m.portal_fact_built()] : null,
    it.parking_slots > 0 ? [String(it.parking_slots), m.portal_fact_parking()] : null,
    it.lifts > 0 ? [String(it.lifts), m.portal_fact_lifts()] : null,
    it.deposit_months > 0 ? [m.portal_months({ count: it.deposit_months }), m.portal_fact_deposit()] : null,
    it.notice_days > 0 ? [m.portal_days({ count: it.notice_days }), m.portal_fact_notice()] : null,
  ];
  return {
    name: it.name,
    where: formatPropertyLocation(it),
    crumbs: makeBreadcrumbs(it),
    crumbsLabel: m.portal_breadcrumbs(),
    rating: it.rating ? { avg: formatRating(it.rating.avg), text: m.portal_rating_from({ count: it.rating.count }) } : null,
    facts: facts.filter((fact) => fact !== null),
    description: (locale === 'sw' && it.description_sw) || it.description,
    amenities: groupAmenities(it.amenities, locale),
    rules: it.house_rules,
    map: {
      lat: it.lat,
      lng: it.lng,
      exact: it.exact,
      text: it.exact ? m.portal_map_exact() : m.portal_map_about(),
      landmark: it.landmark,
      href: `/mapsearch?near=${it.lat.toFixed(4)},${it.lng.toFixed(4)},2`,
      more: m.portal_map_more(),
    },
  };
}

export function toContactView(it: Headed, about: string, url: string, request: Request) {
  const asked = new URL(request.url).searchParams.get('enquiry');
  return {
    agent: toAgentCardView(it.agent, about, url),
    share: toShareView(url, about),
    enquiry: getEnquiryLabels(about),
    enquired: (asked === 'sent' || asked === 'failed' ? asked : null) as 'sent' | 'failed' | null,
  };
}

export const getPropertySectionLabels = (it: Headed, locale: Locale) => ({
  units: m.portal_units(),
  about: m.portal_about({ name: it.name }),
  amenities: m.portal_what_is_here(),
  rules: m.portal_house_rules(),
  checked: m.portal_what_we_checked(),
  map: m.portal_where(),
  similar: m.portal_similar(),
  compare: m.portal_compare(),
  see: m.portal_see_unit(),
  ask: m.portal_ask(),
  terms: m.portal_terms(),
  history: m.portal_history(),
  listedBy: m.portal_listed_by({ name: it.holder.name }),
  updated: m.portal_updated({ date: formatDate(it.updated_at, locale) }),
});

function pageOf(it: PublicProperty, url: string, appUrl: string, best: { price: string; per: string } | null) {
  const image = `/og/property/${it.id}.jpg`;
  const offered = it.units.filter((unit) => unit.offer !== null);
  const description = [
    it.type.name,
    formatPropertyLocation(it),
    best ? m.portal_from({ amount: `${best.price} ${best.per}`.trim() }) : '',
    it.description,
  ]
    .filter(Boolean)
    .join('. ')
    .slice(0, 300);
  const offers = [
    ...it.offers.map((offer) => buildOfferStructuredData(offer, url)),
    ...offered.slice(0, 20).flatMap((unit) => (unit.offer ? [buildOfferStructuredData(unit.offer, appUrl + getUnitHref(it, unit))] : [])),
  ];
  return {
    title: `${it.name}, ${it.places.at(-1)?.name ?? ''}`.replace(/, $/, ''),
    description,
    image,
    languages: true as const,
    ld: serializeStructuredData(
      buildListingStructuredData({
        name: it.name,
        description: it.description || description,
        url,
        image: appUrl + image,
        offers,
        posted: it.offers[0]?.published_at ?? null,
        property: it,
      }),
      buildBreadcrumbsStructuredData(appUrl, makeBreadcrumbs(it)),
    ),
  };
}

export async function loadUnitsView({ context, request, params }: Asked) {
  const { locale } = readServerFunctions(context);
  const answer = await loadPublicRecord(context, searchCalls.property, readIdInPath(params.id));
  if ('gone' in answer) return makeGoneResponse(answer.gone);
  const { it } = answer;
  const path = href(portalPublicScreens.units, { id: it.id, slug: it.slug });
  redirectToCanonical(request, path);
  const asked = new URL(request.url).searchParams;
  const [type, status] = [asked.get('type') ?? '', asked.get('status') ?? ''];
  const today = clock.today();
  const rows = [...it.units].sort(byOffer).map((unit) => toUnitRowView(it, unit, today, locale));
  const fits = rows.filter((row) => (type === '' || row.typeCode === type) && (status === '' || row.status === status));
  const choices = (pick: (row: (typeof rows)[number]) => readonly [string, string], chosen: string, every: string) => [
    { value: '', label: every, on: chosen === '' },
    ...[...new Map(rows.map(pick))].map(([value, label]) => ({ value, label, on: chosen === value })),
  ];
  const link = (more: Record<string, string>) => {
    const query = new URLSearchParams(Object.entries({ type, status, ...more }).filter(([, value]) => value !== ''));
    return query.size > 0 ? `${path}?${query}` : path;
  };
  return {
    gone: false as const,
    name: it.name,
    title: m.portal_units_of({ name: it.name }),
    where: formatPropertyLocation(it),
    crumbs: makeBreadcrumbs(it, m.portal_units()),
    crumbsLabel: m.portal_breadcrumbs(),
    line: m.portal_units_line({ count: fits.length, of: rows.length }),
    rows: fits,
    none: m.portal_units_none(),
    says: getUnitTableLabels(),
    types: choices((row) => [row.typeCode, row.type], type, m.portal_any_type()).map((one) => ({ ...one, href: link({ type: one.value }) })),
    statuses: choices((row) => [row.status, row.badge.label], status, m.portal_any_status()).map((one) => ({
      ...one,
      href: link({ status: one.value }),
    })),
    typesLabel: m.portal_unit_type(),
    statusesLabel: m.portal_status(),
    back: { label: m.portal_back_to({ name: it.name }), href: getPropertyHref(it) },
    page: {
      title: m.portal_units_of({ name: it.name }),
      description: `${it.name}, ${formatPropertyLocation(it)}`,
      image: `/og/property/${it.id}.jpg`,
      languages: true as const,
    },
  };
}
export type UnitsPageData = Exclude<Awaited<ReturnType<typeof loadUnitsView>>, ReturnType<typeof makeGoneResponse>>;
