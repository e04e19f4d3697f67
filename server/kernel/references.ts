import { type RawBuilder, sql } from 'kysely';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Ctx } from './ctx.ts';

/** The number of records of a module that a merge changed. */
export type MovedCounts = Partial<Record<'properties' | 'units', number>>;

/**
 * How a module updates its records when a location or a taxonomy term that they refer to is merged into another, in the same transaction. Modules
 * that use locations and terms register themselves, because the modules of locations and terms come before them.
 */
export type ReferenceMoves = {
  /** Moves references from one location to the other. */
  readonly place?: (ctx: Ctx, from: number, to: number) => Promise<MovedCounts>;
  /** The county of these locations has changed. `places` is a query for their ids. */
  readonly county?: (ctx: Ctx, places: RawBuilder<unknown>, county: string) => Promise<unknown>;
  /** References to a merged term move to the remaining term, including those of deleted rows, so that none is left dangling or duplicated. */
  readonly word?: (ctx: Ctx, kind: TaxonKind, from: number, to: number) => Promise<MovedCounts>;
};

const known = new Set<ReferenceMoves>();
/** Called in the order of the modules, which is the order of locks. */
export const registerReferences = (references: ReferenceMoves): unknown => known.add(references);
export const listRegisteredReferences = (): readonly ReferenceMoves[] => [...known];

/** Increments the revision, so that a person who has the record open gets a conflict on saving instead of restoring the former name. */
export const bumpRevisionSql = sql`revision = revision + 1, updated_at = app.now()`;
export const hasAmenitySql = (id: number): RawBuilder<boolean> => sql<boolean>`amenities @> array[${id}]::bigint[]`;
/** Replaces a value in a list by another one, which then appears once, at the first position of either. */
export const replaceAmenitySql = (from: number, to: number): RawBuilder<unknown> => sql`amenities = (select array_agg(kept.id order by kept.n) from (
  select each.id, min(each.n) as n from unnest(array_replace(amenities, ${from}::bigint, ${to}::bigint)) with ordinality each(id, n) group by each.id) kept)`;
