import { z } from 'zod';
import { keepers, makers } from '#contract/access/whose.ts';
import { termNames } from '#contract/catalogue/terms.ts';
import { call } from '#contract/kernel/call.ts';
import { county, days, exported, filters, flag, id, list, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { most } from '#contract/money/cents.ts';
import { amountText } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { analyticsDays, closings, manyLimit } from './kinds.ts';
import { listingMachine } from './machine.ts';
import { BulkTerms, ListingChoices, ListingFull, ListingHead, ListingNumbers, listingType, PropertyAnalytics, Readiness, terms } from './shapes.ts';

const byId = z.object({ id });
const money = amountText(most.price);
const listFilters = filters({
  q: searchText,
  listing_type: listingType,
  status: stateSchema(listingMachine),
  property_id: id,
  unit_id: id,
  min: money,
  max: money,
  /** Online for at least this many days. */
  days: z.coerce.number().int().min(1).max(3650),
  unconfirmed: flag,
  company_id: id,
  region: county,
  /** Those strangers see at this moment. */
  shown: flag,
  /** When it came online. */
  ...days,
});
const sorts = ['title', 'price_cents', 'published_at', 'updated_at', 'views', 'enquiries'] as const;
const sort = sortBy(sorts, '-updated_at');

/** A new offer says what it is of and its price; the rest has defaults and can follow. */
const { title, price_cents, ...rest } = terms;
const more = z.object(rest).partial().shape;

export const listingCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/listing/all_listings/',
    summary: 'Offers of the properties one looks after',
    needs: ['units', 'read'],
    query: z.object({ page, page_size: pageSize, tabs, sort, z_filter: listFilters }),
    result: list(ListingHead),
    fails: [],
  }),
  exported: call({
    method: 'GET',
    path: '/api/v2/listing/export_listings/',
    summary: 'The filtered list as a table file, in parts of 5,000 rows',
    needs: ['units', 'read'],
    query: z.object({ sort, z_filter: listFilters, part }),
    result: exported,
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/listing/listing_details/',
    summary: 'One offer with all its terms and the moves one may make',
    needs: ['units', 'read'],
    query: byId,
    result: ListingFull,
    fails: ['notFound'],
  }),
  numbers: call({
    method: 'GET',
    path: '/api/v2/listing/listing_numbers/',
    summary: 'What the last 90 days brought an offer, the prices it has had and what was done to it',
    needs: ['units', 'read'],
    query: byId,
    result: ListingNumbers,
    fails: ['notFound'],
  }),
  readiness: call({
    method: 'GET',
    path: '/api/v2/listing/readiness/',
    summary: 'What an offer still needs before it goes live, as a checklist',
    needs: ['units', 'read'],
    query: byId,
    result: Readiness,
    fails: ['notFound'],
  }),
  choices: call({
    method: 'GET',
    path: '/api/v2/listing/choices/',
    summary: 'What a new offer can be of, and who can answer for it',
    needs: ['units', 'read'],
    /** `creating`: only properties the caller may offer units of. */
    query: z.object({ property_id: id.optional(), creating: flag.optional() }),
    result: ListingChoices,
    fails: ['notFound'],
  }),
  card: call({
    method: 'GET',
    path: '/api/v2/listing/share_card/',
    summary:
      'The card of a listing, unit or property to send round: picture, price, move-in cost and public address; null where strangers see nothing',
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
    summary: 'Write a new offer of a unit, or of a whole property, as a draft',
    needs: makers('units', 'create'),
    body: z.strictObject({
      property_id: id,
      unit_id: id.nullable().default(null),
      listing_type: listingType,
      title: title.optional(),
      /** Without one it is the rent the unit has. */
      price_cents: price_cents.optional(),
      ...more,
    }),
    result: ListingFull,
    fails: ['notFound', 'conflict'],
    document: 'listing',
  }),
  createMany: call({
    method: 'POST',
    path: '/api/v2/listing/create_listings/',
    summary: 'Write one offer for each of many vacant units and publish those that are ready; says of each what became of it',
    needs: makers('units', 'create'),
    body: z.strictObject({
      property_id: id,
      unit_ids: z.array(id).min(1).max(manyLimit),
      listing_type: listingType,
      /** Without one each has the rent of its unit. */
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
    summary: 'Change the terms of an offer; a new price is kept beside the old ones',
    needs: keepers('units', 'edit'),
    query: byId,
    body: z.strictObject({
      ...z.object(terms).partial().shape,
      listing_type: listingType.optional(),
      /** Terms it is to have from its unit again. */
      inherit: z.array(z.enum(termNames)).optional(),
      /** The same change for the property's other open listings of this kind of unit. */
      others: z.boolean().optional(),
      revision: z.number().int().optional(),
    }),
    result: ListingFull,
    fails: ['notFound', 'conflict', 'wrongState'],
    document: 'listing',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/listing/change_listing_status/',
    summary: 'Publish, pause, resume, close, archive or reopen an offer; the platform pauses with a reason',
    needs: ['units', 'edit'],
    query: byId,
    body: z.strictObject({
      move: moveSchema(listingMachine),
      reason: z.string().trim().max(300).default(''),
      closed_as: z.enum(closings).optional(),
      /** Publishing: what is not ready yet goes live by itself when it is. */
      wait: z.boolean().optional(),
    }),
    result: ListingFull,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'listing',
  }),
  bulk: call({
    method: 'PATCH',
    path: '/api/v2/listing/change_listings/',
    summary: 'Publish, pause, resume, close, reprice several listings or change their terms; says of each what became of it',
    needs: keepers('units', 'edit'),
    body: z.strictObject({
      ids: z.array(id).min(1).max(manyLimit),
      act: z.enum(['publish', 'pause', 'resume', 'close', 'edit']),
      closed_as: z.enum(closings).optional(),
      /** For `edit`: one price for all, or so many hundredths of a percent more (or less). */
      price: z
        .discriminatedUnion('how', [
          z.strictObject({ how: z.literal('set'), cents: price_cents }),
          z.strictObject({ how: z.literal('percent'), basis_points: z.number().int().min(-9_900).max(100_000) }),
        ])
        .optional(),
      /** For `edit`, too: terms they are to have alike. */
      terms: BulkTerms.optional(),
    }),
    result: z.object({
      rows: z.array(
        z.object({
          id: z.number(),
          code: z.string(),
          title: z.string(),
          /** The number on its door; null of a whole property. */
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
    summary: 'Say that an offer is still available',
    needs: keepers('units', 'edit'),
    query: byId,
    result: ListingFull,
    fails: ['notFound', 'wrongState'],
    document: 'listing',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/listing/delete_listing/',
    summary: 'Delete an offer that is not live; its numbers stay in the books',
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
  still: call({
    method: 'POST',
    path: '/api/v2/listing/still_available/',
    summary: 'Say that an offer is still available, by the signed key that was sent to its contact',
    needs: 'anyone',
    body: z.strictObject({ key: z.string().min(10).max(200) }),
    result: z.object({ title: z.string(), status: stateSchema(listingMachine) }),
    fails: ['notFound', 'gone'],
    document: 'listing',
  }),
  seen: call({
    method: 'POST',
    path: '/api/v2/listing/seen/',
    summary: 'A page of an offer was opened, perhaps by its featured card; the same visitor counts once in half an hour',
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
    summary: 'What a property’s offers brought in 30, 90 or 365 days, what vacancy costs, and how its prices compare',
    needs: ['property_analytics', 'read'],
    query: z.object({
      id,
      days: z.coerce
        .number()
        .int()
        .refine((n) => (analyticsDays as readonly number[]).includes(n), { error: () => m.problem_one_of({ values: analyticsDays.join(', ') }) })
        .default(30),
    }),
    result: PropertyAnalytics,
    fails: ['notFound'],
  }),
} as const;
