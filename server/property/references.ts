import { type RawBuilder, sql } from 'kysely';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { bumpRevisionSql, hasAmenitySql, type ReferenceMoves, replaceAmenitySql } from '#server/kernel/references.ts';

const counted = async (ctx: Ctx, set: RawBuilder<unknown>, where: RawBuilder<unknown>) => {
  const done =
    await sql`/* unscoped: references to a merged location or term move to the remaining one */ update property set ${set}, ${bumpRevisionSql}
    where id in (select id from property where ${where} order by id for no key update)`.execute(ctx.db);
  return { properties: Number(done.numAffectedRows ?? 0) };
};
const columns = { property_type: 'property_type_id', property_category: 'category_id' } as const satisfies Partial<Record<TaxonKind, string>>;

export const propertyReferences: ReferenceMoves = {
  place: (ctx, from, to) => counted(ctx, sql`location_id = ${to}`, sql`location_id = ${from}`),
  /** The county of a place is the region of its properties, so its staff become responsible. */
  county: (ctx, places, county) => counted(ctx, sql`region = ${county}`, sql`location_id in ${places} and region is distinct from ${county}`),
  async word(ctx, kind, from, to) {
    if (kind === 'amenity') return counted(ctx, replaceAmenitySql(from, to), hasAmenitySql(from));
    if (kind === 'unit_type') return {};
    const column = sql.ref(columns[kind]);
    return counted(ctx, sql`${column} = ${to}`, sql`${column} = ${from}`);
  },
};
