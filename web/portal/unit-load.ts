import type { RouterContextProvider } from 'react-router';
import { searchCalls } from '#contract/search/calls.ts';
import type { PublicUnit } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { loadReviewsView, type ReviewsView } from '#web/review/public-load.ts';
import { m } from '#words/messages.js';
import { getLocalizedName, listCardFacts, toListingCardView } from './card/card-view.ts';
import { getCardLabels } from './labels.ts';
import { toPublicListingView } from './offer/offer-view.ts';
import {
  formatPropertyLocation,
  getPropertyHref,
  getUnitDisplayName,
  getUnitHref,
  groupAmenities,
  makeBreadcrumbs,
  makeGalleryLabels,
  toMediaView,
  toVerificationView,
} from './offer/property-view.ts';
import { getPropertySectionLabels, listAmenityCodes, toContactView, toPropertyHeadingView } from './property-load.ts';
import { loadPublicRecord, makeGoneResponse, makeNotFoundResponse, readIdInPath, redirectToCanonical } from './public-record.ts';
import { buildBreadcrumbsStructuredData, buildListingStructuredData, buildOfferStructuredData, serializeStructuredData } from './structured-data.ts';

type Asked = { context: Readonly<RouterContextProvider>; request: Request; params: Record<string, string | undefined> };

export async function loadUnitView({ context, request, params }: Asked) {
  const { locale, appUrl, call } = readServerFunctions(context);
  const propertyId = readIdInPath(params.id);
  const answer = await loadPublicRecord(context, searchCalls.unit, readIdInPath(params.unit_id));
  if ('gone' in answer) return makeGoneResponse(answer.gone);
  const { property, unit, media, offers } = answer.it;
  if (property.id !== propertyId) throw makeNotFoundResponse();
  const path = getUnitHref(property, unit);
  redirectToCanonical(request, path);
  const now = clock.now().toISOString();
  const url = appUrl + path;
  const first = offers[0];
  const [similar, reviews] = await Promise.all([first ? call(searchCalls.similar, { id: first.id }) : null, said(context, unit.id, property)]);
  const shown = toMediaView(
    media.length > 0 ? [...media, ...property.media.filter((one) => !media.some((own) => own.id === one.id))] : property.media,
  );
  const title = first?.title ?? `${getLocalizedName(unit.type, locale)}, ${property.name}`;
  const agent = answer.it.agent ?? property.agent;
  return {
    gone: false as const,
    ...toPropertyHeadingView(property, locale),
    reviews,
    rating: reviews.average === null ? null : { avg: reviews.average, text: reviews.from },
    name: title,
    crumbs: makeBreadcrumbs(property, unit.name),
    facts: unitFacts(answer.it, locale),
    amenities: groupAmenities(
      [...unit.amenities, ...property.amenities.filter((one) => !unit.amenities.some((own) => own.code === one.code))],
      locale,
    ),
    verified: toVerificationView(property.verification, locale),
    gallery: { media: shown, says: makeGalleryLabels(shown) },
    offers: offers.map((offer) => toPublicListingView(offer, listAmenityCodes([...unit.amenities, ...property.amenities]), now, locale)),
    building: { label: m.portal_part_of({ name: property.name }), href: getPropertyHref(property) },
    similar: similar?.ok ? similar.value.results.slice(0, 4).map((card) => toListingCardView(card, locale)) : [],
    cardLabels: getCardLabels(),
    ...toContactView({ ...property, agent }, title, url, request),
    says: getPropertySectionLabels(property, locale),
    page: pageOf(answer.it, title, url, appUrl),
  };
}

/** Reviews of the unit, else of the property, labelled as such; the page header and the reviews use the same answer. */
async function said(context: Readonly<RouterContextProvider>, unit: number, property: PublicUnit['property']): Promise<ReviewsView> {
  const own = await loadReviewsView(context, 'unit', unit);
  if (own.average !== null || own.list.length > 0 || !property.rating) return own;
  return loadReviewsView(context, 'property', property.id, property.name);
}

export type UnitPageData = Exclude<Awaited<ReturnType<typeof loadUnitView>>, ReturnType<typeof makeGoneResponse>>;

function unitFacts({ unit }: PublicUnit, locale: 'en' | 'sw'): (readonly [string, string])[] {
  const facts: (readonly [string, string] | null)[] = [
    [getLocalizedName(unit.type, locale), m.portal_unit_type()],
    ...listCardFacts({ ...unit, type: null }, locale).flatMap(([sign, text]) =>
      sign === 'size'
        ? [[text, m.portal_area_size()] as const]
        : sign === 'bed'
          ? [[String(unit.bedrooms ?? 0), m.portal_bedrooms()] as const]
          : [[String(unit.bathrooms), m.portal_bathrooms()] as const],
    ),
    unit.floor === null ? null : [unit.floor === 0 ? m.portal_ground_floor() : m.portal_floor({ floor: unit.floor }), m.portal_floor_head()],
    [getUnitDisplayName(unit), m.portal_unit()],
  ];
  return facts.filter((fact) => fact !== null);
}

function pageOf({ property, unit, offers }: PublicUnit, title: string, url: string, appUrl: string) {
  const first = offers[0];
  const image = first ? `/og/listing/${first.id}.jpg` : `/og/property/${property.id}.jpg`;
  const description = [title, formatPropertyLocation(property), first?.description ?? property.description].filter(Boolean).join('. ').slice(0, 300);
  return {
    title: `${title}, ${unit.name}`,
    description,
    image,
    languages: true as const,
    ld: serializeStructuredData(
      buildListingStructuredData({
        name: title,
        description: first?.description || description,
        url,
        image: appUrl + image,
        offers: offers.map((offer) => buildOfferStructuredData(offer, url)),
        posted: first?.published_at ?? null,
        property,
        unit,
      }),
      buildBreadcrumbsStructuredData(appUrl, makeBreadcrumbs(property, unit.name)),
    ),
  };
}
