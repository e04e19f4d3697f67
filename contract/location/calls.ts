import { z } from 'zod';
import { landmarkKinds, locationKinds } from '#contract/catalogue/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { filters, id, list, page, pageSize, searchText } from '#contract/kernel/list.ts';
import { reachLimits } from './kinds.ts';

const kind = z.enum(locationKinds);
const landmark = z.enum(landmarkKinds);
const byId = z.object({ id });
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const revision = z.number().int().optional();
const fields = {
  name: line.min(1).max(120),
  aliases: z.array(line.min(1).max(60)).max(20),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
};
/** Only of a landmark: the line of a road as [latitude, longitude], and how far from it homes are meant. */
const way = z
  .array(z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]))
  .min(2)
  .max(reachLimits.points)
  .nullable();
const reach = { line: way, radius_km: z.number().min(reachLimits.least).max(reachLimits.most).nullable() };

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
export const AdminPlace = FoundPlace.extend({
  parent_id: z.number().nullable(),
  aliases: z.array(z.string()),
  landmark: landmark.nullable(),
  line: z.array(z.tuple([z.number(), z.number()])).nullable(),
  radius_km: z.number().nullable(),
  visible: z.boolean(),
  /** Properties that lie in it or in anything under it. */
  properties: z.number(),
  revision: z.number(),
});
export type AdminPlace = z.output<typeof AdminPlace>;

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
  branch: call({
    method: 'GET',
    path: '/api/v2/location/branch/',
    summary: 'The places directly in a place as their keepers see them, hidden ones too; without an id the countries',
    needs: ['locations', 'read'],
    query: z.object({ id: id.optional() }),
    result: list(AdminPlace),
    fails: ['notFound'],
  }),
  find: call({
    method: 'GET',
    path: '/api/v2/location/find/',
    summary: 'Places anywhere in the tree as their keepers see them',
    needs: ['locations', 'read'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ q: searchText, kind, visible: z.enum(['shown', 'hidden']) }) }),
    result: list(AdminPlace),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/location/details/',
    summary: 'One place as its keepers see it',
    needs: ['locations', 'read'],
    query: byId,
    result: AdminPlace,
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/location/create/',
    summary: 'Add a sub-county, ward or estate to what it lies in, or a landmark to a county',
    needs: ['locations', 'create'],
    body: z.strictObject({
      parent_id: anId,
      name: fields.name,
      aliases: fields.aliases.default([]),
      lat: fields.lat.default(null),
      lng: fields.lng.default(null),
      landmark: landmark.optional(),
      line: reach.line.default(null),
      radius_km: reach.radius_km.default(null),
    }),
    result: AdminPlace,
    fails: ['notFound', 'conflict'],
    document: 'locations',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/location/update/',
    summary: 'Rename a place, change its other names, its centre, line or reach, show or hide it',
    needs: ['locations', 'edit'],
    query: byId,
    body: z
      .strictObject({ ...fields, ...reach, landmark, visible: z.boolean() })
      .partial()
      .extend({ revision }),
    result: AdminPlace,
    fails: ['notFound', 'conflict'],
    toast: 'locationUpdated',
    document: 'locations',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/location/move/',
    summary: 'Put a place under another parent; the region of the properties in it follows',
    needs: ['locations', 'edit'],
    query: byId,
    body: z.strictObject({ parent_id: anId, revision }),
    result: AdminPlace,
    fails: ['notFound', 'conflict'],
    toast: 'locationUpdated',
    document: 'locations',
  }),
  merge: call({
    method: 'POST',
    path: '/api/v2/location/merge/',
    summary: 'Merge a place into another of its kind: its properties and the places in it move there',
    needs: ['locations', 'edit'],
    query: byId,
    body: z.strictObject({ into_id: anId, revision }),
    result: z.object({ into: AdminPlace, moved: z.object({ properties: z.number(), places: z.number() }) }),
    fails: ['notFound', 'conflict'],
    toast: 'locationUpdated',
    document: 'locations',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/location/delete/',
    summary: 'Delete a place; refused with the count while anything lies in it',
    needs: ['locations', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/location/details/', '/api/v2/location/place/', '/api/v2/location/branch/'],
    fails: ['notFound', 'conflict'],
    document: 'locations',
  }),
} as const;
