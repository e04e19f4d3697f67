import { type Insertable, sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import type { DB } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { bumpRevisionSql, hasAmenitySql, type ReferenceMoves, replaceAmenitySql } from '#server/kernel/references.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { markUnitsOccupied } from './occupied-units.ts';

type New = Pick<
  Insertable<DB['unit']>,
  'name' | 'block' | 'floor' | 'unit_type_id' | 'bedrooms' | 'bathrooms' | 'rent_cents' | 'service_charge_cents'
> & { readonly name: string; readonly block: string; readonly occupied?: boolean };

/** Creates the first units of a property in one statement; the property's audit row names them. */
export async function addUnitsOfNewProperty(ctx: Ctx, property_id: number, units: readonly New[]): Promise<void> {
  if (units.length === 0) return;
  const by = { created_by: ctx.me.userId, updated_by: ctx.me.userId };
  const made = await add(ctx, 'unit')
    .values(
      units.map(({ occupied: _, ...unit }) => {
        const { block, name } = unit;
        const slug = toSlug(block && !name.toLowerCase().startsWith(block.toLowerCase()) ? `${block} ${name}` : name);
        return { ...unit, property_id, slug, ...by };
      }),
    )
    .returning(['id', 'name'])
    .execute();
  const lived = new Set(units.filter((unit) => unit.occupied).map((unit) => unit.name));
  await markUnitsOccupied(
    ctx,
    made.filter((unit) => lived.has(unit.name)).map(({ id }) => ({ id, since: null })),
  );
}

export const removeUnitsOfDeletedProperty = (ctx: Ctx, property: number) =>
  unscopedTable(ctx.db, 'unit', 'units of the property that was just deleted')
    .change()
    .set({ deleted_at: clock.now(), updated_by: ctx.me.userId })
    .where('property_id', '=', property)
    .execute();

export const unitReferences: ReferenceMoves = {
  async word(ctx, kind, from, to) {
    if (kind !== 'amenity' && kind !== 'unit_type') return {};
    const uses = kind === 'amenity' ? hasAmenitySql(from) : sql<boolean>`unit_type_id = ${from}`;
    // Locks properties before units, all by id, because the cards that follow lock the properties.
    await sql`/* unscoped: references to a merged term move to the remaining term */ select from property
      where id in (select property_id from unit where ${uses}) order by id for no key update`.execute(ctx.db);
    const done = await sql`/* unscoped: references to a merged term move to the remaining term */ update unit
      set ${kind === 'amenity' ? replaceAmenitySql(from, to) : sql`unit_type_id = ${to}`}, ${bumpRevisionSql}
      where id in (select id from unit where ${uses} order by id for no key update)`.execute(ctx.db);
    if (kind === 'unit_type') {
      // Where both types set terms, the terms of the remaining type apply.
      await sql`/* unscoped: references to a merged term move to the remaining term */ delete from rent_terms t where t.unit_type_id = ${from}
        and exists (select 1 from rent_terms o where o.property_id = t.property_id and o.unit_type_id = ${to})`.execute(ctx.db);
      await sql`/* unscoped: references to a merged term move to the remaining term */ update rent_terms set unit_type_id = ${to} where unit_type_id = ${from}`.execute(
        ctx.db,
      );
    }
    return { units: Number(done.numAffectedRows ?? 0) };
  },
};
