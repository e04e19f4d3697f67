import { sql } from 'kysely';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';

export type Moved = { properties: number; units: number; types: number };

const count = async (done: Promise<{ numAffectedRows?: bigint | undefined }>): Promise<number> => Number((await done).numAffectedRows ?? 0);

/** Every record that refers to one word refers to the other afterwards, those in the bin too; nothing is left dangling or doubled. */
export async function moveUses(ctx: Ctx, kind: TaxonKind, from: number, to: number): Promise<Moved> {
  const { db } = ctx;
  // Whoever has the record open is told on saving that it changed meanwhile, instead of bringing the old word back.
  const touched = sql`revision = revision + 1, updated_at = app.now()`;
  const amenities = sql`amenities = (select array_agg(kept.id order by kept.n) from (
    select each.id, min(each.n) as n from unnest(array_replace(amenities, ${from}::bigint, ${to}::bigint)) with ordinality each(id, n) group by each.id) kept)`;
  const holding = sql`amenities @> array[${from}]::bigint[]`;
  switch (kind) {
    case 'amenity':
      return {
        properties: await count(
          sql`/* all: whoever used a merged word uses the other */ update property set ${amenities}, ${touched} where ${holding}`.execute(db),
        ),
        units: await count(
          sql`/* all: whoever used a merged word uses the other */ update unit set ${amenities}, ${touched} where ${holding}`.execute(db),
        ),
        types: 0,
      };
    case 'property_type':
      return {
        properties: await count(
          sql`/* all: whoever used a merged word uses the other */ update property set property_type_id = ${to}, ${touched} where property_type_id = ${from}`.execute(
            db,
          ),
        ),
        units: 0,
        types: 0,
      };
    case 'property_category':
      return {
        properties: await count(
          sql`/* all: whoever used a merged word uses the other */ update property set category_id = ${to}, ${touched} where category_id = ${from}`.execute(
            db,
          ),
        ),
        units: 0,
        types: await count(sql`update taxon set category_id = ${to}, ${touched} where category_id = ${from}`.execute(db)),
      };
    case 'unit_type':
      return {
        properties: 0,
        units: await count(
          sql`/* all: whoever used a merged word uses the other */ update unit set unit_type_id = ${to}, ${touched} where unit_type_id = ${from}`.execute(
            db,
          ),
        ),
        types: 0,
      };
  }
}
