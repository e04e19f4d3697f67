import type { DB } from './types.gen.ts';

/**
 * Tables without an owner: a query of them needs no scope. Every other table is reached through `server/kernel/scoped.ts` only, so a new
 * one is shut until its room says who sees its rows. A test lets this list shrink, never grow.
 */
export const openTables = [
  'audit_chain_head',
  'card_now',
  'card_salt',
  'card_stale',
  'dead_job',
  'job_key',
  'listing_card',
  'listing_text',
  'local_outbox',
  'location',
  'location_path',
  'map_cell',
  'public_listing',
  'rating_category',
  'rating_item',
  'taxon',
  'throttle',
  'write_once',
] as const satisfies readonly (keyof DB)[];
export type OpenTable = (typeof openTables)[number];
export type OwnedTable = Exclude<keyof DB, OpenTable>;
export interface OpenTables extends Pick<DB, OpenTable> {}
