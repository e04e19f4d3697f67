import { type RawBuilder, sql } from 'kysely';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Ctx } from './ctx.ts';

/** Records of a room that refer elsewhere now, as a merge counts them. */
export type Moved = Partial<Record<'properties' | 'units', number>>;

/**
 * What a room does with its records when a place or a word they name becomes another, in the transaction of the merge. Places and words
 * stand below the rooms that use them and know none of those.
 */
export type References = {
  /** What stood in one place stands in the other. */
  readonly place?: (ctx: Ctx, from: number, to: number) => Promise<Moved>;
  /** The county of these places is another one now; `places` answers their ids. */
  readonly county?: (ctx: Ctx, places: RawBuilder<unknown>, county: string) => Promise<unknown>;
  /** Whoever used one word uses the other; also what is in the bin, so that nothing is left dangling or doubled. */
  readonly word?: (ctx: Ctx, kind: TaxonKind, from: number, to: number) => Promise<Moved>;
};

const known = new Set<References>();
/** In the order of the rooms, which is the order of locks. */
export const enlistReferences = (references: References): unknown => known.add(references);
export const allReferences = (): readonly References[] => [...known];

/** Whoever has the record open is told on saving that it changed meanwhile, instead of bringing the old name back. */
export const touched = sql`revision = revision + 1, updated_at = app.now()`;
export const withAmenity = (id: number): RawBuilder<boolean> => sql<boolean>`amenities @> array[${id}]::bigint[]`;
/** The one in the other's place, once, where it stood first. */
export const amenitiesWith = (from: number, to: number): RawBuilder<unknown> => sql`amenities = (select array_agg(kept.id order by kept.n) from (
  select each.id, min(each.n) as n from unnest(array_replace(amenities, ${from}::bigint, ${to}::bigint)) with ordinality each(id, n) group by each.id) kept)`;
