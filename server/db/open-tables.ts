import type { DB } from './types.gen.ts';

/**
 * Tables whose rows have no owner, so that queries of them need no scope, by the module that writes them. Every other table is reached only through
 * `server/kernel/scoped.ts`, so a new table cannot be read until its module declares a scope. A test ensures that this list never grows.
 */
export const openTablesByModule = {
  audit: ['audit_chain_head'],
  http: ['throttle', 'write_once'],
  jobs: ['dead_job', 'job_key'],
  listing: ['public_listing'],
  location: ['location', 'location_path'],
  notification: ['local_outbox'],
  rating: ['rating_category', 'rating_item'],
  search: ['card_now', 'card_salt', 'card_stale', 'listing_card', 'listing_text', 'map_cell'],
  taxonomy: ['taxon'],
} as const satisfies Readonly<Record<string, readonly (keyof DB)[]>>;
export type OpenTable = (typeof openTablesByModule)[keyof typeof openTablesByModule][number];
export const openTables: readonly OpenTable[] = Object.values(openTablesByModule).flat();
export type OwnedTable = Exclude<keyof DB, OpenTable>;
export interface OpenTables extends Pick<DB, OpenTable> {}
