import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildListSchema, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { ListingCard } from '#contract/search/shapes.ts';
import { searchFrequencies } from './kinds.ts';

const needs = { only: ['tenant'] } as const;
const base = '/api/v2/finding' as const;

export const Favourite = z.object({
  /** The listing's id. */
  id: z.number(),
  title: z.string(),
  /** The price at the time of saving. */
  saved_cents: z.number(),
  note: z.string(),
  saved_at: moment,
  /** The last change of the listing, its unit or its property: cached data from before is outdated. */
  changed_at: moment,
  /** Null if the home is no longer listed. */
  card: ListingCard.nullable(),
});
export type Favourite = z.output<typeof Favourite>;

export const SavedSearch = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  query: z.string(),
  /** Names of the query's places, types and amenities, by filter and value (contract/search/criteria.ts has the other texts). */
  names: z.record(z.string(), z.object({ name: z.string(), name_sw: z.string() })),
  often: z.enum(searchFrequencies),
  created_at: moment,
  last_run_at: moment,
  /** Matching listings now; `capped` if there are more than are counted. */
  count: z.number(),
  capped: z.boolean(),
});
export type SavedSearch = z.output<typeof SavedSearch>;

const name = singleLine.min(1).max(120);
/** The part of the address after `?`; the server parses it like /listings and stores what it recognised. */
const query = z.string().max(4000);

export const findingCalls = {
  favourites: call({
    method: 'GET',
    path: `${base}/favourites/`,
    summary: 'List the caller’s saved homes, newest first',
    needs,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(Favourite),
    fails: [],
  }),
  favouriteIds: call({
    method: 'GET',
    path: `${base}/favourite_ids/`,
    summary: 'List the ids of the caller’s saved listings',
    needs,
    result: z.object({ ids: z.array(z.number()) }),
    fails: [],
  }),
  favouriteAdd: call({
    method: 'POST',
    path: `${base}/favourite_add/`,
    summary: 'Save a listing; saving it again changes nothing',
    needs,
    body: z.strictObject({ listing_id: id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict'],
    document: 'favourites',
  }),
  favouriteNote: call({
    method: 'PATCH',
    path: `${base}/favourite_note/`,
    summary: 'Add a note to a saved listing',
    needs,
    query: z.object({ id }),
    body: z.strictObject({ note: z.string().trim().max(500) }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'favourites',
  }),
  favouriteRemove: call({
    method: 'DELETE',
    path: `${base}/favourite_remove/`,
    summary: 'Remove a saved listing',
    needs,
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'favourites',
  }),
  searches: call({
    method: 'GET',
    path: `${base}/saved_searches/`,
    summary: 'List the caller’s saved searches',
    needs,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(SavedSearch),
    fails: [],
  }),
  searchSave: call({
    method: 'POST',
    path: `${base}/saved_search_create/`,
    summary: 'Save a search and get alerts for new results',
    needs,
    body: z.strictObject({ name, query, often: z.enum(searchFrequencies).default('instant') }),
    result: z.object({ id: z.number(), code: z.string() }),
    fails: ['conflict'],
    document: 'saved_searches',
  }),
  searchUpdate: call({
    method: 'PATCH',
    path: `${base}/saved_search_update/`,
    summary: 'Rename a saved search or change how often it sends alerts',
    needs,
    query: z.object({ id }),
    body: z.strictObject({ name, often: z.enum(searchFrequencies) }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'saved_searches',
  }),
  searchRemove: call({
    method: 'DELETE',
    path: `${base}/saved_search_delete/`,
    summary: 'Delete a saved search',
    needs,
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'saved_searches',
  }),
  searchStop: call({
    method: 'POST',
    path: `${base}/saved_search_stop/`,
    summary: 'Unsubscribe from a saved search with the key in its messages, without signing in',
    needs: 'anyone',
    body: z.strictObject({ key: z.string().min(16).max(80) }),
    result: z.object({ name: z.string() }),
    fails: ['notFound'],
    document: 'saved_searches',
  }),
} as const;
