import { requiredId } from '#contract/kernel/required-id.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { makeChangedSinceRefusal } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import {
  changeUnitOccupancy,
  lockEditableProperty,
  pickNonInheritedUnitTraits,
  type UnitRow,
  type UnitTraits,
  updateTraitsOfUnits,
} from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { setOpeningBalance } from './apply-sheet.ts';

async function openIn(ctx: Ctx, intakeId: number, propertyIds: readonly number[]) {
  if (propertyIds.length === 0) return [];
  const changes = await unscopedTable(
    ctx.db,
    'intake_change',
    'units of an import that was loaded through the scope, at properties the caller works on',
  )
    .select()
    .selectAll()
    .where('intake_id', '=', intakeId)
    .where('property_id', 'in', propertyIds)
    .where('undone_at', 'is', null)
    .orderBy('unit_id')
    .execute();
  if (changes.length === 0) return [];
  const units = await from(ctx, 'unit')
    .selectAll()
    .where(
      'id',
      'in',
      changes.map((change) => change.unit_id),
    )
    .orderBy('id')
    .execute();
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  // A unit that was deleted since the import has nothing to restore.
  return changes.flatMap((change) => {
    const unit = byId.get(change.unit_id);
    return unit ? [{ change, unit, worked: unit.revision !== change.revision }] : [];
  });
}

/** The number of units of each property that this sheet updated and that were not restored. */
export async function countUnrestoredUnits(ctx: Ctx, intakeId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await unscopedTable(ctx.db, 'intake_change', 'units of an import that was loaded through the scope, at properties the caller works on')
    .select()
    .select('property_id')
    .where('intake_id', '=', intakeId)
    .where('undone_at', 'is', null)
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.property_id)].map(([id, all]) => [id, all.length]));
}

const named = (units: readonly UnitRow[]) =>
  units.map(({ id, name, block }) => ({ kind: 'unit' as const, id, name, block, why: m.unit_worked_edited() }));

/** The names of units that this sheet updated and that were edited since. */
export async function listUnitsChangedSinceImport(ctx: Ctx, intakeId: number, propertyIds: readonly number[]) {
  const open = await openIn(ctx, intakeId, propertyIds);
  return named(open.filter(({ worked }) => worked).map(({ unit }) => unit));
}

type Sheet = { readonly id: number; readonly code: string; readonly company_id: number };
type Before = {
  phone?: string | null;
  since?: string | null;
  deposit_held_cents?: Cents | null;
  balance_cents?: Cents | null;
  as_of?: string | null;
};

/** Restores the units of one property and their occupants as they were before the sheet. The property is locked first. */
export async function restoreImportedUnits(ctx: Ctx, sheet: Sheet, propertyId: number, keepChanged: boolean) {
  if ((await openIn(ctx, sheet.id, [propertyId])).length === 0) return { restored: 0, kept: 0 };
  await lockEditableProperty(ctx, propertyId, 'units.edit');
  const open = await openIn(ctx, sheet.id, [propertyId]);
  const worked = open.filter((one) => one.worked);
  if (worked.length > 0 && !keepChanged) throw makeChangedSinceRefusal(named(worked.map(({ unit }) => unit)));
  const back = open.filter((one) => !one.worked);
  if (back.length > 0) {
    const ids = back.map(({ change }) => change.id);
    const people = await unscopedTable(ctx.db, 'intake_lives', 'changes that were checked to be reversible')
      .select()
      .selectAll()
      .where('intake_change_id', 'in', ids)
      .execute();
    const of = (became: string) => people.filter((one) => one.became === became);
    const idsOf = (became: string) => of(became).map((one) => one.occupant_id);
    if (idsOf('made').length > 0)
      await unscopedTable(ctx.db, 'occupant', 'units whose tenants the caller may change').remove().where('id', 'in', idsOf('made')).execute();
    for (const { change, unit } of back)
      if (change.moved) await changeUnitOccupancy(ctx, unit, change.moved === 'occupy_said' ? 'vacate_said' : 'occupy_said', change.since);
    if (idsOf('ended').length > 0)
      await unscopedTable(ctx.db, 'occupant', 'units whose tenants the caller may change')
        .change()
        .set({ ended_at: null })
        .where('id', 'in', idsOf('ended'))
        .execute();
    const unitOf = new Map(back.map(({ change }) => [change.id, change.unit_id]));
    for (const one of of('changed')) {
      const { balance_cents, as_of, ...plain } = one.before as Before;
      if (Object.keys(plain).length > 0)
        await unscopedTable(ctx.db, 'occupant', 'units whose tenants the caller may change')
          .change()
          .set(plain)
          .where('id', '=', one.occupant_id)
          .execute();
      const at = { unit_id: requiredId(unitOf.get(one.intake_change_id), 'the unit of a change'), occupant_id: one.occupant_id };
      if (balance_cents !== undefined) await setOpeningBalance(ctx, { ...sheet, property_id: propertyId }, at, balance_cents, as_of ?? clock.today());
    }
    const changes = back.map(({ change, unit }) => ({
      before: unit,
      next: { ...pickNonInheritedUnitTraits(unit), ...(change.before as Partial<UnitTraits>) },
    }));
    await updateTraitsOfUnits(ctx, changes, `sheet ${sheet.code} taken back`);
    await unscopedTable(ctx.db, 'intake_change', 'units of an import that was loaded through the scope, at properties the caller works on')
      .change()
      .set({ undone_at: clock.now() })
      .where('id', 'in', ids)
      .execute();
  }
  return { restored: back.length, kept: worked.length };
}
