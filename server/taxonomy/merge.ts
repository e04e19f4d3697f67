import { sql } from 'kysely';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { bumpRevisionSql, listRegisteredReferences } from '#server/kernel/references.ts';

export type MovedUseCounts = { properties: number; units: number; types: number };

/** Every reference to one term is changed to the other, in deleted records too, without dangling or duplicate references. */
export async function moveTaxonUses(ctx: Ctx, kind: TaxonKind, from: number, to: number): Promise<MovedUseCounts> {
  const moved = { properties: 0, units: 0, types: 0 };
  for (const { word } of listRegisteredReferences()) {
    const { properties = 0, units = 0 } = (await word?.(ctx, kind, from, to)) ?? {};
    moved.properties += properties;
    moved.units += units;
  }
  if (kind === 'property_category') {
    const done = await sql`update taxon set category_id = ${to}, ${bumpRevisionSql} where category_id = ${from}`.execute(ctx.db);
    moved.types = Number(done.numAffectedRows ?? 0);
  }
  return moved;
}
