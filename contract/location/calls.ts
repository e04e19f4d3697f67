import { z } from 'zod';
import { locationKinds } from '#contract/catalogue/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { id, list } from '#contract/kernel/list.ts';

const kind = z.enum(locationKinds);
const byId = z.object({ id });

/** From the country down to what the place lies in. */
const Path = z.array(z.object({ id: z.number(), kind, name: z.string() }));

export const Place = z.object({
  id: z.number(),
  kind,
  name: z.string(),
  slug: z.string(),
  /** The county's number, which is a region; null for the country. */
  county: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** How many places lie directly in it. */
  children: z.number(),
});
export type Place = z.output<typeof Place>;

export const FoundPlace = Place.extend({ path: Path });
export type FoundPlace = z.output<typeof FoundPlace>;

/** A place as its keepers see it. */
export const KeptPlace = FoundPlace.extend({
  parent_id: z.number().nullable(),
  aliases: z.array(z.string()),
  visible: z.boolean(),
  /** Properties that lie in it or in anything under it. */
  properties: z.number(),
  revision: z.number(),
});
export type KeptPlace = z.output<typeof KeptPlace>;

export const locationCalls = {
  children: call({
    method: 'GET',
    path: '/api/v2/location/children/',
    summary: 'The places directly in a place; without an id the countries',
    needs: 'anyone',
    query: z.object({ id: id.optional() }),
    result: list(Place),
    fails: ['notFound'],
  }),
  search: call({
    method: 'GET',
    path: '/api/v2/location/search/',
    summary: 'Places by name, typing slips forgiven, with the path to each',
    needs: 'anyone',
    query: z.object({ q: z.string().trim().min(1).max(80), kind: kind.optional(), limit: z.coerce.number().int().min(1).max(20).default(10) }),
    result: list(FoundPlace),
    fails: [],
  }),
  place: call({
    method: 'GET',
    path: '/api/v2/location/place/',
    summary: 'One place with the path to it',
    needs: 'anyone',
    query: byId,
    result: FoundPlace,
    fails: ['notFound'],
  }),
} as const;
