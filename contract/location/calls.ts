import { z } from 'zod';
import { landmarkKinds, locationKinds } from '#contract/catalogue/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, id, pageNumberSchema, pageSize, searchText } from '#contract/kernel/list.ts';
import { landmarkReachLimits } from './kinds.ts';

const kind = z.enum(locationKinds);
const landmark = z.enum(landmarkKinds);
const byId = z.object({ id });
const anId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const revision = z.number().int().optional();
const fields = {
  name: singleLine.min(1).max(120),
  aliases: z.array(singleLine.min(1).max(60)).max(20),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
};
/** Only for a landmark: its line as [latitude, longitude], and the distance within which homes count as near. */
const way = z
  .array(z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]))
  .min(2)
  .max(landmarkReachLimits.points)
  .nullable();
const reach = { line: way, radius_km: z.number().min(landmarkReachLimits.least).max(landmarkReachLimits.most).nullable() };

/** From the country down to the parent. */
const Path = z.array(z.object({ id: z.number(), kind, name: z.string() }));

export const LocationSummary = z.object({
  id: z.number(),
  kind,
  name: z.string(),
  slug: z.string(),
  /** The county's number, which is a region; null for the country. */
  county: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Number of direct children. */
  children: z.number(),
});
export type LocationSummary = z.output<typeof LocationSummary>;

export const FoundLocation = LocationSummary.extend({ path: Path });
export type FoundLocation = z.output<typeof FoundLocation>;

/** A place as admins see it. */
export const AdminLocation = FoundLocation.extend({
  parent_id: z.number().nullable(),
  aliases: z.array(z.string()),
  landmark: landmark.nullable(),
  line: z.array(z.tuple([z.number(), z.number()])).nullable(),
  radius_km: z.number().nullable(),
  visible: z.boolean(),
  /** Properties in it or in a place below it. */
  properties: z.number(),
  revision: z.number(),
});
export type AdminLocation = z.output<typeof AdminLocation>;

export const locationCalls = {
  children: call({
    method: 'GET',
    path: '/api/v2/location/children/',
    summary: 'List the locations directly inside a location; without an id, the countries',
    needs: 'anyone',
    query: z.object({ id: id.optional() }),
    result: buildListSchema(LocationSummary),
    fails: ['notFound'],
  }),
  search: call({
    method: 'GET',
    path: '/api/v2/location/search/',
    summary: 'Find locations by name, allowing typing errors, with the path of each',
    needs: 'anyone',
    query: z.object({ q: z.string().trim().min(1).max(80), kind: kind.optional(), limit: z.coerce.number().int().min(1).max(20).default(10) }),
    result: buildListSchema(FoundLocation),
    fails: [],
  }),
  publicDetails: call({
    method: 'GET',
    path: '/api/v2/location/place/',
    summary: 'Get a location with its path',
    needs: 'anyone',
    query: byId,
    result: FoundLocation,
    fails: ['notFound'],
  }),
  adminChildren: call({
    method: 'GET',
    path: '/api/v2/location/branch/',
    summary: 'List the locations directly inside a location for administrators, including hidden ones; without an id, the countries',
    needs: ['locations', 'read'],
    query: z.object({ id: id.optional() }),
    result: buildListSchema(AdminLocation),
    fails: ['notFound'],
  }),
  adminSearch: call({
    method: 'GET',
    path: '/api/v2/location/find/',
    summary: 'Find locations in the whole tree, for administrators',
    needs: ['locations', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ q: searchText, kind, visible: z.enum(['shown', 'hidden']) }),
    }),
    result: buildListSchema(AdminLocation),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/location/details/',
    summary: 'Get a location, for administrators',
    needs: ['locations', 'read'],
    query: byId,
    result: AdminLocation,
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/location/create/',
    summary: 'Add a sub-county, ward or estate to its parent, or a landmark to a county',
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
    result: AdminLocation,
    fails: ['notFound', 'conflict'],
    document: 'locations',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/location/update/',
    summary: 'Update a location: name, other names, centre, line or radius, visibility',
    needs: ['locations', 'edit'],
    query: byId,
    body: z
      .strictObject({ ...fields, ...reach, landmark, visible: z.boolean() })
      .partial()
      .extend({ revision }),
    result: AdminLocation,
    fails: ['notFound', 'conflict'],
    toast: 'locationUpdated',
    document: 'locations',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/location/move/',
    summary: 'Move a location to another parent; the region of its properties changes with it',
    needs: ['locations', 'edit'],
    query: byId,
    body: z.strictObject({ parent_id: anId, revision }),
    result: AdminLocation,
    fails: ['notFound', 'conflict'],
    toast: 'locationUpdated',
    document: 'locations',
  }),
  merge: call({
    method: 'POST',
    path: '/api/v2/location/merge/',
    summary: 'Merge a location into another of its kind; its properties and locations move there',
    needs: ['locations', 'edit'],
    query: byId,
    body: z.strictObject({ into_id: anId, revision }),
    result: z.object({ into: AdminLocation, moved: z.object({ properties: z.number(), places: z.number() }) }),
    fails: ['notFound', 'conflict'],
    toast: 'locationUpdated',
    document: 'locations',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/location/delete/',
    summary: 'Delete a location; refused with the count if it contains anything',
    needs: ['locations', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/location/details/', '/api/v2/location/place/', '/api/v2/location/branch/'],
    fails: ['notFound', 'conflict'],
    document: 'locations',
  }),
} as const;
