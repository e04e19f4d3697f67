import { z } from 'zod';
import { landmarkKinds } from '#contract/catalogue/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { id, pageNumberSchema } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';
import { maxComparedListings } from './limits.ts';
import { SearchFilters, SearchQuery } from './query.ts';
import { AgentCard, ListingCard, PublicProperty, PublicUnit } from './shapes.ts';

/** A count that stops at `exactCountLimit`; `capped` means that there are more results. */
const counted = { count: z.number(), capped: z.boolean() };
const Facet = z.array(z.object({ value: z.string(), name: z.string(), name_sw: z.string(), n: z.number() }));
/** The filters parsed from free text, so that the page can show them as removable chips. */
const Understood = z.object({
  filters: z.record(z.string(), z.string()),
  rest: z.string(),
  /** With their centre, so that a search without results can be widened around it. */
  places: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
      landmark: z.enum(landmarkKinds).nullable(),
    }),
  ),
});

const PropertySearchResult = z.object({
  property_id: z.number(),
  listing_type: z.number(),
  count: z.number(),
  from_cents: z.number(),
  to_cents: z.number(),
});
export type PropertySearchResult = z.output<typeof PropertySearchResult>;

export const SearchResponse = z.object({
  results: z.array(ListingCard),
  ...counted,
  /** The `after` of the next page; null on the last. */
  next: z.string().nullable(),
  understood: Understood,
  /** Buildings with several matching homes among these results: the count, and the range of monthly rents or sale prices. */
  buildings: z.array(PropertySearchResult),
});
export type SearchResponse = z.output<typeof SearchResponse>;

export const FacetResponse = z.object({
  ...counted,
  beds: Facet,
  unit_type: Facet,
  property_type: Facet,
  amenities: Facet,
  furnished: Facet,
  /** Twenty equal price steps between the lowest and highest, in shillings like `min` and `max`. */
  prices: z.object({ from: z.number(), to: z.number(), counts: z.array(z.number()) }),
});
export type FacetResponse = z.output<typeof FacetResponse>;

export const MapSearchResponse = z.object({
  ...counted,
  cells: z.array(z.object({ lat: z.number(), lng: z.number(), n: z.number(), min_cents: z.number() })),
  /** At most fifty pins with a price, one per property; `dots` are the others as [lat, lng], up to a few hundred. */
  pins: z.array(
    z.object({ id: z.number(), property_id: z.number(), lat: z.number(), lng: z.number(), n: z.number(), min_cents: z.number(), exact: z.boolean() }),
  ),
  dots: z.array(z.tuple([z.number(), z.number()])),
});
export type MapSearchResponse = z.output<typeof MapSearchResponse>;

export const SearchSuggestion = z.object({
  kind: z.enum(['county', 'sub_county', 'ward', 'estate', 'landmark', 'property']),
  /** The kind of landmark. */
  landmark: z.enum(landmarkKinds).nullable(),
  id: z.number(),
  name: z.string(),
  under: z.string(),
  slug: z.string(),
  /** Number of listings there now. */
  n: z.number(),
});
export type SearchSuggestion = z.output<typeof SearchSuggestion>;

export const searchCalls = {
  listings: call({
    method: 'GET',
    path: '/api/v2/search/listings/',
    summary: 'Search public listings',
    needs: 'anyone',
    query: SearchQuery,
    result: SearchResponse,
    fails: ['invalid'],
  }),
  facets: call({
    method: 'GET',
    path: '/api/v2/search/facets/',
    summary: 'Count the results of each additional filter',
    needs: 'anyone',
    query: SearchFilters,
    result: FacetResponse,
    fails: ['invalid'],
  }),
  map: call({
    method: 'GET',
    path: '/api/v2/map/listings/',
    summary: 'Get the same search as map clusters or pins',
    needs: 'anyone',
    query: SearchFilters.extend({ zoom: z.coerce.number().min(0).max(22) }).required({ bbox: true }),
    result: MapSearchResponse,
    fails: ['invalid'],
  }),
  suggest: call({
    method: 'GET',
    path: '/api/v2/search/suggest/',
    summary: 'Find locations and properties by the start of their name, allowing typing errors',
    needs: 'anyone',
    query: z.object({ q: z.string().trim().min(1).max(80), limit: z.coerce.number().int().min(1).max(20).default(8) }),
    result: z.object({ results: z.array(SearchSuggestion) }),
    fails: ['invalid'],
  }),
  cards: call({
    method: 'GET',
    path: '/api/v2/search/cards/',
    summary: 'Get listing cards by id; listings that are no longer public are marked as gone',
    needs: 'anyone',
    query: z.object({ ids: z.string().regex(/^\d{1,15}(,\d{1,15}){0,59}$/, { error: () => m.problem_ids({ most: 60 }) }) }),
    result: z.object({ results: z.array(ListingCard), gone: z.array(z.object({ id: z.number(), title: z.string() })) }),
    fails: ['invalid'],
  }),
  compare: call({
    method: 'GET',
    path: '/api/v2/search/compare/',
    summary: `Compare up to ${maxComparedListings} listings with their terms`,
    needs: 'anyone',
    query: z.object({ ids: z.string().regex(/^\d{1,15}(,\d{1,15}){0,3}$/, { error: () => m.problem_ids({ most: 4 }) }) }),
    result: z.object({
      results: z.array(
        z.object({
          card: ListingCard,
          property: PublicProperty.omit({ units: true, offers: true, media: true }),
          offer: PublicUnit.shape.offers.element,
        }),
      ),
      gone: z.array(z.object({ id: z.number(), title: z.string() })),
    }),
    fails: ['invalid'],
  }),
  similar: call({
    method: 'GET',
    path: '/api/v2/search/similar/',
    summary: 'List similar listings nearby',
    needs: 'anyone',
    query: z.object({ id }),
    result: z.object({ results: z.array(ListingCard) }),
    fails: ['invalid', 'notFound'],
  }),
  home: call({
    method: 'GET',
    path: '/api/v2/search/home/',
    summary: 'Get the public home page: featured and newest listings, estates and counts',
    needs: 'anyone',
    result: z.object({
      featured: z.array(ListingCard),
      newest: z.array(ListingCard),
      estates: z.array(z.object({ id: z.number(), name: z.string(), county: z.string(), n: z.number(), from_cents: z.number() })),
      counts: z.object({ offers: z.number(), properties: z.number(), counties: z.number(), agents: z.number() }),
    }),
    fails: [],
  }),
  property: call({
    method: 'GET',
    path: '/api/v2/search/property/',
    summary: 'Get the public page of a property; a formerly listed one answers 410 with similar listings',
    needs: 'anyone',
    query: z.object({ id }),
    result: PublicProperty,
    fails: ['invalid', 'notFound', 'gone'],
  }),
  unit: call({
    method: 'GET',
    path: '/api/v2/search/unit/',
    summary: 'Get the public page of a unit; a formerly listed one answers 410 with similar listings',
    needs: 'anyone',
    query: z.object({ id }),
    result: PublicUnit,
    fails: ['invalid', 'notFound', 'gone'],
  }),
  agents: call({
    method: 'GET',
    path: '/api/v2/search/agents/',
    summary: 'Find agents by name, area, language, speciality and rating',
    needs: 'anyone',
    query: z.object({
      q: z.string().trim().max(80).optional(),
      place: id.optional(),
      language: z.string().max(40).optional(),
      speciality: z.string().max(60).optional(),
      rating: z.coerce.number().min(1).max(5).optional(),
      page: pageNumberSchema.default(1),
    }),
    result: z.object({ results: z.array(AgentCard), count: z.number() }),
    fails: ['invalid'],
  }),
  agent: call({
    method: 'GET',
    path: '/api/v2/search/agent/',
    summary: 'Get the public page of an agent',
    needs: 'anyone',
    query: z.object({ id }),
    result: AgentCard.extend({
      bio: z.string(),
      bio_sw: z.string(),
      since: z.number().nullable(),
      languages: z.array(z.string()),
      specialities: z.array(z.string()),
      /** Places where they have listings, with the number; then the other places where they work. */
      areas: z.array(z.object({ id: z.number(), name: z.string(), n: z.number() })),
      member_since: z.string(),
      closed_12m: z.number(),
    }),
    fails: ['invalid', 'notFound', 'gone'],
  }),
} as const;
