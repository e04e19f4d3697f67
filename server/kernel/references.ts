import { type RawBuilder, sql } from 'kysely';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Ctx } from './ctx.ts';

/** Records of a module that refer elsewhere now, as a merge counts them. */
export type MovedCounts = Partial<Record<'properties' | 'units', number>>;

/**
 * What a module does with its records when a place or a word they name becomes another, in the transaction of the merge. Places and words
 * stand below the modules that use them and know none of those.
 */
export type ReferenceMoves = {
  /** References to one location move to the other. */
  readonly place?: (ctx: Ctx, from: number, to: number) => Promise<MovedCounts>;
  /** The county of these places is another one now; `places` answers their ids. */
  readonly county?: (ctx: Ctx, places: RawBuilder<unknown>, county: string) => Promise<unknown>;
  /** References to a merged term move to the remaining term, including those of deleted rows, so that none is left dangling or duplicated. */
  readonly word?: (ctx: Ctx, kind: TaxonKind, from: number, to: number) => Promise<MovedCounts>;
};

const known = new Set<ReferenceMoves>();
/** In the order of the modules, which is the order of locks. */
export const registerReferences = (references: ReferenceMoves): unknown => known.add(references);
export const allReferences = (): readonly ReferenceMoves[] => [...known];

/** A person who has the record open gets a conflict on saving, instead of restoring the former name. */
export const revisionBump = sql`revision = revision + 1, updated_at = app.now()`;
export const withAmenity = (id: number): RawBuilder<boolean> => sql<boolean>`amenities @> array[${id}]::bigint[]`;
/** Replaces a value in a list by another, once and at the first position of either. */
export const amenitiesWith = (from: number, to: number): RawBuilder<unknown> => sql`amenities = (select array_agg(kept.id order by kept.n) from (
  select each.id, min(each.n) as n from unnest(array_replace(amenities, ${from}::bigint, ${to}::bigint)) with ordinality each(id, n) group by each.id) kept)`;
