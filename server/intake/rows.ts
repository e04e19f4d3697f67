import type { IntakeImport, IntakeRow } from '#contract/intake/calls.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { asUnproved } from '#server/kernel/scoped-row.ts';
import type { CheckedIntakeRow } from './check-rows.ts';

export const toIntakeRow = ({ row, building, unit, unit_type, occupied, lives, problems, becomes, update }: CheckedIntakeRow): IntakeRow => ({
  line: row.line,
  sheet: row.sheet,
  property: building,
  name: unit.name,
  unit_type,
  rent_cents: unit.rent_cents,
  occupied,
  tenant: lives?.name ?? '',
  phone: lives?.phone ?? null,
  since: lives?.since ?? null,
  balance_cents: lives?.balance_cents ?? null,
  becomes,
  changes: becomes === 'update' ? [...(update?.changes ?? [])] : [],
  problems,
});

/** A sheet and the records that it created, by property. */
export async function readIntakeImport(ctx: Ctx, id: number): Promise<IntakeImport> {
  const row = await from(ctx, 'intake')
    .leftJoin('person', 'person.id', 'intake.created_by')
    .select([
      'intake.id',
      'intake.code',
      'file_name',
      'units',
      'updated',
      'occupants',
      'balances',
      'refused',
      'intake.created_at',
      'undone_at',
      'person.name as by',
    ])
    .where('intake.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  const properties = await from(ctx, 'import_batch')
    .$call(asUnproved)
    .innerJoin('property', 'property.id', 'import_batch.property_id')
    .select(['property.id', 'property.code', 'property.name', 'made_property as made', 'import_batch.made as units'])
    .where('intake_id', '=', id)
    .orderBy('import_batch.id')
    .execute();
  const { by, created_at, undone_at, ...plain } = row;
  return { ...plain, properties, created_by: by, created_at: created_at.toISOString(), undone_at: undone_at?.toISOString() ?? null };
}
