import { z } from 'zod';
import { landmarkKinds } from '#contract/catalogue/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { id, page } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';
import { compareLimit } from './limits.ts';
import { SearchFilters, SearchQuery } from './query.ts';
import { AgentCard, Card, PublicProperty, PublicUnit } from './shapes.ts';

/** A count that stops at `countCap`: `capped` says that there are more. */
const counted = { count: z.number(), capped: z.boolean() };
const Facet = z.array(z.object({ value: z.string(), name: z.string(), name_sw: z.string(), n: z.number() }));
/** What free text was understood to mean, so that the page can show it as filters one can take away. */
const Understood = z.object({
  filters: z.record(z.string(), z.string()),
  rest: z.string(),
  /** With their centre, so that somebody who finds nothing there may look around it. */
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

const Building = z.object({
  property_id: z.number(),
  listing_type: z.number(),
  count: z.number(),
  from_cents: z.number(),
  to_cents: z.number(),
});
export type Building = z.output<typeof Building>;

export const SearchAnswer = z.object({
  results: z.array(Card),
  ...counted,
  /** The `after` of the next page; null on the last. */
  next: z.string().nullable(),
  understood: Understood,
  /** Buildings among these results with several homes that fit: how many, and from what to what a month, or in all where they are sold. */
  buildings: z.array(Building),
});
export type SearchAnswer = z.output<typeof SearchAnswer>;

export const FacetAnswer = z.object({
  ...counted,
  beds: Facet,
  unit_type: Facet,
  property_type: Facet,
  amenities: Facet,
  furnished: Facet,
  /** Twenty equal steps of price between the cheapest and the dearest, in shillings like `min` and `max`. */
  prices: z.object({ from: z.number(), to: z.number(), counts: z.array(z.number()) }),
});
export type FacetAnswer = z.output<typeof FacetAnswer>;

export const MapAnswer = z.object({
  ...counted,
  cells: z.array(z.object({ lat: z.number(), lng: z.number(), n: z.number(), min_cents: z.number() })),
  /** At most fifty that are drawn with their price; `dots` are the rest as [lat, lng], up to a few hundred. One pin a property. */
  pins: z.array(
    z.object({ id: z.number(), property_id: z.number(), lat: z.number(), lng: z.number(), n: z.number(), min_cents: z.number(), exact: z.boolean() }),
  ),
  dots: z.array(z.tuple([z.number(), z.number()])),
});
export type MapAnswer = z.output<typeof MapAnswer>;

export const Suggestion = z.object({
  kind: z.enum(['county', 'sub_county', 'ward', 'estate', 'landmark', 'property']),
  /** What a landmark is. */
  landmark: z.enum(landmarkKinds).nullable(),
  id: z.number(),
  name: z.string(),
  under: z.string(),
  slug: z.string(),
  /** Offers there now. */
  n: z.number(),
});
export type Suggestion = z.output<typeof Suggestion>;

export const searchCalls = {
  listings: call({
    method: 'GET',
    path: '/api/v2/search/listings/',
    summary: 'Search what is offered',
    needs: 'anyone',
    query: SearchQuery,
    result: SearchAnswer,
    fails: ['invalid'],
  }),
  facets: call({
    method: 'GET',
    path: '/api/v2/search/facets/',
    summary: 'How many offers each further filter would leave',
    needs: 'anyone',
    query: SearchFilters,
    result: FacetAnswer,
    fails: ['invalid'],
  }),
  map: call({
    method: 'GET',
    path: '/api/v2/map/listings/',
    summary: 'The same search as cells or pins of a map',
    needs: 'anyone',
    query: SearchFilters.extend({ zoom: z.coerce.number().min(0).max(22) }).required({ bbox: true }),
    result: MapAnswer,
    fails: ['invalid'],
  }),
  suggest: call({
    method: 'GET',
    path: '/api/v2/search/suggest/',
    summary: 'Places and properties by the beginning of a name, typing slips forgiven',
    needs: 'anyone',
    query: z.object({ q: z.string().trim().min(1).max(80), limit: z.coerce.number().int().min(1).max(20).default(8) }),
    result: z.object({ results: z.array(Suggestion) }),
    fails: ['invalid'],
  }),
  cards: call({
    method: 'GET',
    path: '/api/v2/search/cards/',
    summary: 'Cards by listing id; those no longer offered are named as gone',
    needs: 'anyone',
    query: z.object({ ids: z.string().regex(/^\d{1,15}(,\d{1,15}){0,59}$/, { error: () => m.problem_ids({ most: 60 }) }) }),
    result: z.object({ results: z.array(Card), gone: z.array(z.object({ id: z.number(), title: z.string() })) }),
    fails: ['invalid'],
  }),
  compare: call({
    method: 'GET',
    path: '/api/v2/search/compare/',
    summary: `Up to ${compareLimit} offers with all their terms, side by side`,
    needs: 'anyone',
    query: z.object({ ids: z.string().regex(/^\d{1,15}(,\d{1,15}){0,3}$/, { error: () => m.problem_ids({ most: 4 }) }) }),
    result: z.object({
      results: z.array(
        z.object({ card: Card, property: PublicProperty.omit({ units: true, offers: true, media: true }), offer: PublicUnit.shape.offers.element }),
      ),
      gone: z.array(z.object({ id: z.number(), title: z.string() })),
    }),
    fails: ['invalid'],
  }),
  similar: call({
    method: 'GET',
    path: '/api/v2/search/similar/',
    summary: 'Offers like this one, near it',
    needs: 'anyone',
    query: z.object({ id }),
    result: z.object({ results: z.array(Card) }),
    fails: ['invalid', 'notFound'],
  }),
  home: call({
    method: 'GET',
    path: '/api/v2/search/home/',
    summary: 'What the home page shows: featured, newest, by estate, numbers',
    needs: 'anyone',
    result: z.object({
      featured: z.array(Card),
      newest: z.array(Card),
      estates: z.array(z.object({ id: z.number(), name: z.string(), county: z.string(), n: z.number(), from_cents: z.number() })),
      counts: z.object({ offers: z.number(), properties: z.number(), counties: z.number(), agents: z.number() }),
    }),
    fails: [],
  }),
  property: call({
    method: 'GET',
    path: '/api/v2/search/property/',
    summary: 'A property as strangers see it; one that was offered once answers 410 with offers like it',
    needs: 'anyone',
    query: z.object({ id }),
    result: PublicProperty,
    fails: ['invalid', 'notFound', 'gone'],
  }),
  unit: call({
    method: 'GET',
    path: '/api/v2/search/unit/',
    summary: 'A unit as strangers see it; one that was offered once answers 410 with offers like it',
    needs: 'anyone',
    query: z.object({ id }),
    result: PublicUnit,
    fails: ['invalid', 'notFound', 'gone'],
  }),
  agents: call({
    method: 'GET',
    path: '/api/v2/search/agents/',
    summary: 'Agents by name, area, language, speciality and rating',
    needs: 'anyone',
    query: z.object({
      q: z.string().trim().max(80).optional(),
      place: id.optional(),
      language: z.string().max(40).optional(),
      speciality: z.string().max(60).optional(),
      rating: z.coerce.number().min(1).max(5).optional(),
      page: page.default(1),
    }),
    result: z.object({ results: z.array(AgentCard), count: z.number() }),
    fails: ['invalid'],
  }),
  agent: call({
    method: 'GET',
    path: '/api/v2/search/agent/',
    summary: 'An agent as strangers see them',
    needs: 'anyone',
    query: z.object({ id }),
    result: AgentCard.extend({
      bio: z.string(),
      bio_sw: z.string(),
      since: z.number().nullable(),
      languages: z.array(z.string()),
      specialities: z.array(z.string()),
      /** Where they have offers, with how many; then where they say they work and have none now. */
      areas: z.array(z.object({ id: z.number(), name: z.string(), n: z.number() })),
      member_since: z.string(),
      closed_12m: z.number(),
    }),
    fails: ['invalid', 'notFound', 'gone'],
  }),
} as const;
