import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import { toUnitNameKey } from '#contract/property/unit-pattern.ts';
import type { UnitTypeTerm } from '#contract/unit/readers.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

export const unitNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
const notAllowed = (permission: Permission) => new Refusal('forbidden', sentence('accessForbidden'), { missing: permission });

/** Units the caller can see and change, locked until the end of the transaction; one that is missing refuses all. */
export async function lockEditableUnits(ctx: Ctx, ids: readonly number[], permission: Permission) {
  const wanted = [...new Set(ids)];
  await lockPropertiesOfUnits(from(ctx, 'property'), wanted);
  const rows = await from(ctx, 'unit')
    .innerJoin('property', 'property.id', 'unit.property_id')
    .selectAll('unit')
    .select(mayChange('property', ctx.me, permission).as('may'))
    .where('unit.id', 'in', wanted)
    // Every caller locks in the same order, so two bulk changes cannot deadlock.
    .orderBy('unit.id')
    .forUpdate('unit')
    .execute();
  if (rows.length !== wanted.length) throw unitNotFound();
  if (rows.some((row) => !row.may)) throw notAllowed(permission);
  return rows.map(({ may: _, ...row }) => row);
}

export async function lockEditableUnit(ctx: Ctx, id: number, permission: Permission) {
  const [row] = await lockEditableUnits(ctx, [id], permission);
  if (!row) throw unitNotFound();
  return row;
}

/** A property the caller can see and change, locked so that unit names are assigned by one transaction at a time. */
export async function lockEditableProperty(ctx: Ctx, id: number, permission: Permission) {
  const row = await from(ctx, 'property')
    .select(['id', 'code', 'name', 'company_id', 'archived_at', mayChange('property', ctx.me, permission).as('may')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw unitNotFound();
  if (!row.may) throw notAllowed(permission);
  if (row.archived_at) throw new Refusal('conflict', m.unit_refusal_archived());
  return row;
}

/** Locks the property before the unit, as everywhere (kernel/move.ts), because the cards that follow a unit lock its property. */
export const lockPropertiesOfUnits = (properties: ReturnType<typeof from<'property'>>, unitIds: readonly number[]) =>
  properties
    .select('id')
    .where('id', 'in', (eb) => eb.selectFrom('unit').select('property_id').where('unit.id', 'in', unitIds))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** The unit names in use in a property. Under the property's lock the result is valid until the end of the transaction. */
export async function readTakenNames(ctx: Ctx, propertyId: number, except: number | null = null) {
  const rows = await from(ctx, 'unit').select(['id', 'name']).where('property_id', '=', propertyId).where('deleted_at', 'is', null).execute();
  const taken = new Set(rows.filter((row) => row.id !== except).map((row) => toUnitNameKey(row.name)));
  return {
    has: (name: string) => taken.has(toUnitNameKey(name)),
    add: (name: string) => taken.add(toUnitNameKey(name)),
  };
}

export async function readUnitTypes(ctx: Ctx): Promise<UnitTypeTerm[]> {
  return ctx.db
    .selectFrom('taxon')
    .select(['id', 'code', 'name', 'name_sw', 'aliases', 'bedrooms'])
    .where('kind', '=', 'unit_type')
    .where('visible', '=', true)
    .where('taxon.deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

export async function readUnitType(ctx: Ctx, id: number): Promise<{ id: number; bedrooms: number | null }> {
  const row = await ctx.db
    .selectFrom('taxon')
    .select(['id', 'bedrooms'])
    .where('id', '=', id)
    .where('kind', '=', 'unit_type')
    .where('taxon.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw invalidInputRefusal({ unit_type_id: m.unit_problem_type() });
  return row;
}

/** The amenities without duplicates in a fixed order; refuses those a unit cannot have. */
export async function assertUnitAmenities(ctx: Ctx, field: string, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  if (wanted.length === 0) return [];
  const { n } = await ctx.db
    .selectFrom('taxon')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('id', 'in', wanted)
    .where('kind', '=', 'amenity')
    .where('applies_to', 'in', ['unit', 'both'])
    .where('taxon.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (n !== wanted.length) throw invalidInputRefusal({ [field]: m.unit_problem_amenity() });
  return wanted;
}
