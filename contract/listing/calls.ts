import { z } from 'zod';
import { companyRolesOrAdmins, companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { termNames } from '#contract/catalogue/terms.ts';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, csvFile, csvPartNumber, id, pageNumberSchema, pageSize, tabCountsFlag, yesNoFlag } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { bulkListingLimit, listingAnalyticsDays, listingClosingReasons } from './kinds.ts';
import { listingFilters, listingSort } from './list-filters.ts';
import { listingMachine } from './machine.ts';
import {
  BulkListingTerms,
  ListingAnalytics,
  ListingChoices,
  ListingDetails,
  ListingReadiness,
  ListingSummary,
  listingTermsShape,
  listingTypeSchema,
  PropertyAnalytics,
} from './shapes.ts';

const byId = z.object({ id });
/** A new listing needs its subject and price; all other fields have defaults. */
const { title, price_cents, ...rest } = listingTermsShape;
const more = z.object(rest).partial().shape;

export const listingCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/listing/all_listings/',
    summary: 'List the listings of properties the caller manages',
    needs: ['units', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag, sort: listingSort, z_filter: listingFilters }),
    result: buildListSchema(ListingSummary),
    fails: [],
  }),
  exportCsv: call({
    method: 'GET',
    path: '/api/v2/listing/export_listings/',
    summary: 'Export the filtered listings as CSV, in parts of 5,000 rows',
    needs: ['units', 'read'],
    query: z.object({ sort: listingSort, z_filter: listingFilters, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/listing/listing_details/',
    summary: 'Get a listing with its terms and the actions the caller may take',
    needs: ['units', 'read'],
    query: byId,
    result: ListingDetails,
    fails: ['notFound'],
  }),
  performance: call({
    method: 'GET',
    path: '/api/v2/listing/listing_numbers/',
    summary: 'Get a listing’s results of the last 90 days, its price history and its changes',
    needs: ['units', 'read'],
    query: byId,
    result: ListingAnalytics,
    fails: ['notFound'],
  }),
  readiness: call({
    method: 'GET',
    path: '/api/v2/listing/readiness/',
    summary: 'List what a listing still needs before it can be published',
    needs: ['units', 'read'],
    query: byId,
    result: ListingReadiness,
    fails: ['notFound'],
  }),
  choices: call({
    method: 'GET',
    path: '/api/v2/listing/choices/',
    summary: 'List the units, properties and agents a new listing can have',
    needs: ['units', 'read'],
    /** `creating`: only properties for which the caller may create listings. */
    query: z.object({ property_id: id.optional(), creating: yesNoFlag.optional() }),
    result: ListingChoices,
    fails: ['notFound'],
  }),
  shareCard: call({
    method: 'GET',
    path: '/api/v2/listing/share_card/',
    summary: 'Get the share card of a listing, unit or property: picture, price, move-in cost and public address; null if it is not public',
    needs: ['units', 'read'],
    query: z.object({ listing_id: id.optional(), unit_id: id.optional(), property_id: id.optional() }),
    result: z.object({
      card: z
        .object({
          title: z.string(),
          path: z.string(),
          picture: z.string(),
          price_cents: z.number(),
          price_period: z.number(),
          move_in_cents: z.number(),
        })
        .nullable(),
    }),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/listing/create_listing/',
    summary: 'Create a listing of a unit or a whole property as a draft',
    needs: companyRolesOrSuperadmin('units', 'create'),
    body: z.strictObject({
      property_id: id,
      unit_id: id.nullable().default(null),
      listing_type: listingTypeSchema,
      title: title.optional(),
      /** Without a price, the unit's rent applies. */
      price_cents: price_cents.optional(),
      ...more,
    }),
    result: ListingDetails,
    fails: ['notFound', 'conflict'],
    document: 'listing',
  }),
  createMany: call({
    method: 'POST',
    path: '/api/v2/listing/create_listings/',
    summary: 'Create one listing for each of several vacant units and publish those that are complete; returns the result of each',
    needs: companyRolesOrSuperadmin('units', 'create'),
    body: z.strictObject({
      property_id: id,
      unit_ids: z.array(id).min(1).max(bulkListingLimit),
      listing_type: listingTypeSchema,
      /** Without a price, each listing has the rent of its unit. */
      price_cents: price_cents.optional(),
      publish: z.boolean().default(false),
      ...more,
    }),
    result: z.object({
      made: z.array(
        z.object({ id: z.number(), code: z.string(), unit: z.string(), status: stateSchema(listingMachine), missing: z.array(z.string()) }),
      ),
    }),
    fails: ['notFound', 'conflict'],
    document: 'listing',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/listing/update_listing/',
    summary: 'Update the terms of a listing; earlier prices stay in the history',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    body: z.strictObject({
      ...z.object(listingTermsShape).partial().shape,
      listing_type: listingTypeSchema.optional(),
      /** Terms that are inherited from the unit again. */
      inherit: z.array(z.enum(termNames)).optional(),
      /** Applies the change also to the property's other open listings of this kind of unit. */
      others: z.boolean().optional(),
      revision: z.number().int().optional(),
    }),
    result: ListingDetails,
    fails: ['notFound', 'conflict', 'wrongState'],
    document: 'listing',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/listing/change_listing_status/',
    summary: 'Publish, pause, resume, close, archive or reopen a listing; the platform must give a reason to pause it',
    needs: ['units', 'edit'],
    query: byId,
    body: z.strictObject({
      move: moveSchema(listingMachine),
      reason: z.string().trim().max(300).default(''),
      closed_as: z.enum(listingClosingReasons).optional(),
      /** Publishing: a listing that is not ready is published automatically as soon as it is ready. */
      wait: z.boolean().optional(),
    }),
    result: ListingDetails,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'listing',
  }),
  bulk: call({
    method: 'PATCH',
    path: '/api/v2/listing/change_listings/',
    summary: 'Publish, pause, resume, close, reprice or edit several listings; returns the result of each',
    needs: companyRolesOrAdmins('units', 'edit'),
    body: z.strictObject({
      ids: z.array(id).min(1).max(bulkListingLimit),
      act: z.enum(['publish', 'pause', 'resume', 'close', 'edit']),
      closed_as: z.enum(listingClosingReasons).optional(),
      /** For `edit`: one price for all, or a change in hundredths of a percent. */
      price: z
        .discriminatedUnion('how', [
          z.strictObject({ how: z.literal('set'), cents: price_cents }),
          z.strictObject({ how: z.literal('percent'), basis_points: z.number().int().min(-9_900).max(100_000) }),
        ])
        .optional(),
      /** For `edit` only: the same terms for all listings. */
      terms: BulkListingTerms.optional(),
    }),
    result: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          code: z.string(),
          title: z.string(),
          /** The unit's name; null for a whole property. */
          unit: z.string().nullable(),
          done: z.boolean(),
          status: stateSchema(listingMachine).nullable(),
          problem: z.string(),
        }),
      ),
    }),
    fails: ['notFound'],
    document: 'listing',
  }),
  confirm: call({
    method: 'PATCH',
    path: '/api/v2/listing/confirm_listing/',
    summary: 'Confirm that a listing is still available',
    needs: companyRolesOrAdmins('units', 'edit'),
    query: byId,
    result: ListingDetails,
    fails: ['notFound', 'wrongState'],
    document: 'listing',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/listing/delete_listing/',
    summary: 'Delete a listing that is not live; its statistics are kept',
    needs: ['units', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: [
      '/api/v2/listing/listing_details/',
      '/api/v2/listing/listing_numbers/',
      '/api/v2/listing/readiness/',
      '/api/v2/listing/property_analytics/',
    ],
    fails: ['notFound', 'wrongState'],
    document: 'listing',
  }),
  confirmByKey: call({
    method: 'POST',
    path: '/api/v2/listing/still_available/',
    summary: 'Confirm that a listing is still available with the signed key sent to its contact',
    needs: 'anyone',
    body: z.strictObject({ key: z.string().min(10).max(200) }),
    result: z.object({ title: z.string(), status: stateSchema(listingMachine) }),
    fails: ['notFound', 'gone'],
    document: 'listing',
  }),
  recordView: call({
    method: 'POST',
    path: '/api/v2/listing/seen/',
    summary: 'Count a view of a listing page, with its featured card if any; once per visitor in 30 minutes',
    needs: 'anyone',
    body: z.strictObject({ id, featured: z.boolean().optional() }),
    result: z.object({ counted: z.boolean() }),
    fails: [],
    document: 'listing',
    counts: true,
  }),
  analytics: call({
    method: 'GET',
    path: '/api/v2/listing/property_analytics/',
    summary: 'Get the results of a property’s listings over 30, 90 or 365 days, the cost of vacancy and a price comparison',
    needs: ['property_analytics', 'read'],
    query: z.object({
      id,
      days: z.coerce
        .number()
        .int()
        .refine((n) => (listingAnalyticsDays as readonly number[]).includes(n), {
          error: () => m.problem_one_of({ values: listingAnalyticsDays.join(', ') }),
        })
        .default(30),
    }),
    result: PropertyAnalytics,
    fails: ['notFound'],
  }),
} as const;
