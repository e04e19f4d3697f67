import { toDecimalText } from '#contract/money/cents.ts';
import type { PublicListing, PublicProperty, PublicUnit } from '#contract/search/shapes.ts';

/** Structured data for search engines (schema.org), built by loaders and written into the page as text. */
type Thing = Readonly<Record<string, unknown>>;

/** Escaped so that no title can open or close a tag. */
export const serializeStructuredData = (...things: readonly Thing[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export const buildOrganizationStructuredData = (product: string, appUrl: string): Thing => ({
  '@type': 'Organization',
  name: product,
  url: appUrl,
  logo: `${appUrl}/favicon.svg`,
  areaServed: 'KE',
});

export const buildSiteStructuredData = (product: string, appUrl: string): Thing => ({
  '@type': 'WebSite',
  name: product,
  url: appUrl,
  inLanguage: ['en', 'sw'],
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${appUrl}/listings?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
});

export const buildBreadcrumbsStructuredData = (appUrl: string, crumbs: readonly { label: string; href?: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name: crumb.label,
    ...(crumb.href ? { item: appUrl + crumb.href } : {}),
  })),
});

export const buildListStructuredData = (appUrl: string, cards: readonly { href: string; title: string }[]): Thing => ({
  '@type': 'ItemList',
  itemListElement: cards.map((card, at) => ({ '@type': 'ListItem', position: at + 1, url: appUrl + card.href, name: card.title })),
});

const unitCodes: Readonly<Record<number, string>> = { 2: 'MON', 4: 'QAN', 5: 'SAN', 6: 'ANN' };

export const buildOfferStructuredData = (
  offer: Pick<PublicListing, 'price_cents' | 'price_period' | 'listing_type' | 'available_from'>,
  url: string,
): Thing => ({
  '@type': 'Offer',
  url,
  price: toDecimalText(offer.price_cents),
  priceCurrency: 'KES',
  availability: 'https://schema.org/InStock',
  businessFunction: offer.listing_type === 2 ? 'http://purl.org/goodrelations/v1#Sell' : 'http://purl.org/goodrelations/v1#LeaseOut',
  ...(offer.available_from ? { availabilityStarts: offer.available_from } : {}),
  ...(unitCodes[offer.price_period]
    ? {
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: toDecimalText(offer.price_cents),
          priceCurrency: 'KES',
          unitCode: unitCodes[offer.price_period],
        },
      }
    : {}),
});

type Place = Pick<PublicProperty, 'name' | 'places' | 'address' | 'lat' | 'lng' | 'exact'>;
const placeLd = (property: Place, more: Thing): Thing => {
  const county = property.places.find((one) => one.kind === 'county')?.name;
  return {
    '@type': 'Residence',
    name: property.name,
    address: {
      '@type': 'PostalAddress',
      addressCountry: 'KE',
      ...(county ? { addressRegion: county } : {}),
      ...(property.places.at(-1) ? { addressLocality: property.places.at(-1)?.name } : {}),
      ...(property.exact && property.address ? { streetAddress: property.address } : {}),
    },
    geo: { '@type': 'GeoCoordinates', latitude: property.lat, longitude: property.lng },
    ...more,
  };
};

const roomsLd = (unit: PublicUnit['unit']): Thing => ({
  ...(unit.bedrooms === null ? {} : { numberOfBedrooms: unit.bedrooms }),
  numberOfBathroomsTotal: unit.bathrooms,
  ...(unit.area_m2 ? { floorSize: { '@type': 'QuantitativeValue', value: unit.area_m2, unitCode: 'MTK' } } : {}),
});

type Listed = {
  name: string;
  description: string;
  url: string;
  image: string;
  offers: readonly Thing[];
  posted: string | null;
  property: Place;
  unit?: PublicUnit['unit'];
};
export const buildListingStructuredData = ({ name, description, url, image, offers, posted, property, unit }: Listed): Thing => ({
  '@type': 'RealEstateListing',
  name,
  description,
  url,
  image,
  ...(posted ? { datePosted: posted } : {}),
  about: placeLd(property, unit ? roomsLd(unit) : {}),
  ...(offers.length > 0 ? { offers } : {}),
});
