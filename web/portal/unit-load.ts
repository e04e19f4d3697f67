import type { RouterContextProvider } from 'react-router';
import { searchCalls } from '#contract/search/calls.ts';
import type { PublicUnit } from '#contract/search/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { serverSideOf } from '#web/client/load.ts';
import { type ReviewsView, reviewsOf } from '#web/review/public-load.ts';
import { m } from '#words/messages.js';
import { cardView, factsOf, localName } from './card/card-view.ts';
import { cardLabels } from './labels.ts';
import { offerView } from './offer/offer-view.ts';
import {
  amenityGroups,
  crumbsOf,
  galleryLabels,
  mediaView,
  propertyHref,
  unitHref,
  unitName,
  verificationView,
  whereOf,
} from './offer/property-view.ts';
import { blockLabels, codesOf, contactOf, headOf } from './property-load.ts';
import { goneResponse, idIn, notFoundResponse, publicRecord, redirectToCanonical } from './public-record.ts';
import { crumbsLd, listingLd, offerLd, writeLd } from './structured-data.ts';

type Asked = { context: Readonly<RouterContextProvider>; request: Request; params: Record<string, string | undefined> };

export async function unitView({ context, request, params }: Asked) {
  const { locale, appUrl, call } = serverSideOf(context);
  const propertyId = idIn(params.id);
  const answer = await publicRecord(context, searchCalls.unit, idIn(params.unit_id));
  if ('gone' in answer) return goneResponse(answer.gone);
  const { property, unit, media, offers } = answer.it;
  if (property.id !== propertyId) throw notFoundResponse();
  const path = unitHref(property, unit);
  redirectToCanonical(request, path);
  const now = clock.now().toISOString();
  const url = appUrl + path;
  const first = offers[0];
  const [similar, reviews] = await Promise.all([first ? call(searchCalls.similar, { id: first.id }) : null, said(context, unit.id, property)]);
  const shown = mediaView(media.length > 0 ? [...media, ...property.media.filter((one) => !media.some((own) => own.id === one.id))] : property.media);
  const title = first?.title ?? `${localName(unit.type, locale)}, ${property.name}`;
  const agent = answer.it.agent ?? property.agent;
  return {
    gone: false as const,
    ...headOf(property, locale),
    reviews,
    rating: reviews.average === null ? null : { avg: reviews.average, text: reviews.from },
    name: title,
    crumbs: crumbsOf(property, unit.name),
    facts: unitFacts(answer.it, locale),
    amenities: amenityGroups(
      [...unit.amenities, ...property.amenities.filter((one) => !unit.amenities.some((own) => own.code === one.code))],
      locale,
    ),
    verified: verificationView(property.verification, locale),
    gallery: { media: shown, says: galleryLabels(shown) },
    offers: offers.map((offer) => offerView(offer, codesOf([...unit.amenities, ...property.amenities]), now, locale)),
    building: { label: m.portal_part_of({ name: property.name }), href: propertyHref(property) },
    similar: similar?.ok ? similar.value.results.slice(0, 4).map((card) => cardView(card, locale)) : [],
    cardLabels: cardLabels(),
    ...contactOf({ ...property, agent }, title, url, request),
    says: blockLabels(property, locale),
    page: pageOf(answer.it, title, url, appUrl),
  };
}

/** Reviews of the unit, else of the property, labelled as such; the page header and the reviews use the same answer. */
async function said(context: Readonly<RouterContextProvider>, unit: number, property: PublicUnit['property']): Promise<ReviewsView> {
  const own = await reviewsOf(context, 'unit', unit);
  if (own.average !== null || own.list.length > 0 || !property.rating) return own;
  return reviewsOf(context, 'property', property.id, property.name);
}

export type UnitData = Exclude<Awaited<ReturnType<typeof unitView>>, ReturnType<typeof goneResponse>>;

function unitFacts({ unit }: PublicUnit, locale: 'en' | 'sw'): (readonly [string, string])[] {
  const facts: (readonly [string, string] | null)[] = [
    [localName(unit.type, locale), m.portal_unit_type()],
    ...factsOf({ ...unit, type: null }, locale).flatMap(([sign, text]) =>
      sign === 'size'
        ? [[text, m.portal_area_size()] as const]
        : sign === 'bed'
          ? [[String(unit.bedrooms ?? 0), m.portal_bedrooms()] as const]
          : [[String(unit.bathrooms), m.portal_bathrooms()] as const],
    ),
    unit.floor === null ? null : [unit.floor === 0 ? m.portal_ground_floor() : m.portal_floor({ floor: unit.floor }), m.portal_floor_head()],
    [unitName(unit), m.portal_unit()],
  ];
  return facts.filter((fact) => fact !== null);
}

function pageOf({ property, unit, offers }: PublicUnit, title: string, url: string, appUrl: string) {
  const first = offers[0];
  const image = first ? `/og/listing/${first.id}.jpg` : `/og/property/${property.id}.jpg`;
  const description = [title, whereOf(property), first?.description ?? property.description].filter(Boolean).join('. ').slice(0, 300);
  return {
    title: `${title}, ${unit.name}`,
    description,
    image,
    languages: true as const,
    ld: writeLd(
      listingLd({
        name: title,
        description: first?.description || description,
        url,
        image: appUrl + image,
        offers: offers.map((offer) => offerLd(offer, url)),
        posted: first?.published_at ?? null,
        property,
        unit,
      }),
      crumbsLd(appUrl, crumbsOf(property, unit.name)),
    ),
  };
}
