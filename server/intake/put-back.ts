import { requiredId } from '#contract/kernel/required-id.ts';
import type { Cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { changedSinceRefusal } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { propertyForWork, rewriteMany, saidBy, sayOf, type Traits, type UnitRow } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { owes } from './apply.ts';

async function openIn(ctx: Ctx, intakeId: number, propertyIds: readonly number[]) {
  if (propertyIds.length === 0) return [];
  const changes = await everything(ctx.db, 'intake_change', 'of a sheet that was seen first, at properties the caller works on')
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
  // A unit that is gone since has nothing to be put back.
  return changes.flatMap((change) => {
    const unit = byId.get(change.unit_id);
    return unit ? [{ change, unit, worked: unit.revision !== change.revision }] : [];
  });
}

/** How many units of each property this sheet updated and has not put back. */
export async function openCounts(ctx: Ctx, intakeId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await everything(ctx.db, 'intake_change', 'of a sheet that was seen first, at properties the caller works on')
    .select()
    .select('property_id')
    .where('intake_id', '=', intakeId)
    .where('undone_at', 'is', null)
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.property_id)].map(([id, all]) => [id, all.length]));
}

const named = (units: readonly UnitRow[]) =>
  units.map(({ id, name, block }) => ({ kind: 'unit' as const, id, name, block, why: m.unit_worked_edited() }));

/** Units this sheet updated that somebody has changed since, by name. */
export async function changedSince(ctx: Ctx, intakeId: number, propertyIds: readonly number[]) {
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

/** The units of one property as they were before the sheet, and who lived in them; the property is held before they are looked at. */
export async function putBack(ctx: Ctx, sheet: Sheet, propertyId: number, keepChanged: boolean) {
  if ((await openIn(ctx, sheet.id, [propertyId])).length === 0) return { restored: 0, kept: 0 };
  await propertyForWork(ctx, propertyId, 'units.edit');
  const open = await openIn(ctx, sheet.id, [propertyId]);
  const worked = open.filter((one) => one.worked);
  if (worked.length > 0 && !keepChanged) throw changedSinceRefusal(named(worked.map(({ unit }) => unit)));
  const back = open.filter((one) => !one.worked);
  if (back.length > 0) {
    const ids = back.map(({ change }) => change.id);
    const people = await everything(ctx.db, 'intake_lives', 'of changes that were found to be put back')
      .select()
      .selectAll()
      .where('intake_change_id', 'in', ids)
      .execute();
    const of = (became: string) => people.filter((one) => one.became === became);
    const idsOf = (became: string) => of(became).map((one) => one.occupant_id);
    if (idsOf('made').length > 0)
      await everything(ctx.db, 'occupant', 'of a unit whose people the caller was found to change')
        .remove()
        .where('id', 'in', idsOf('made'))
        .execute();
    for (const { change, unit } of back)
      if (change.moved) await sayOf(ctx, unit, change.moved === 'occupy_said' ? 'vacate_said' : 'occupy_said', change.since);
    if (idsOf('ended').length > 0)
      await everything(ctx.db, 'occupant', 'of a unit whose people the caller was found to change')
        .change()
        .set({ ended_at: null })
        .where('id', 'in', idsOf('ended'))
        .execute();
    const unitOf = new Map(back.map(({ change }) => [change.id, change.unit_id]));
    for (const one of of('changed')) {
      const { balance_cents, as_of, ...plain } = one.before as Before;
      if (Object.keys(plain).length > 0)
        await everything(ctx.db, 'occupant', 'of a unit whose people the caller was found to change')
          .change()
          .set(plain)
          .where('id', '=', one.occupant_id)
          .execute();
      const at = { unit_id: requiredId(unitOf.get(one.intake_change_id), 'the unit of a change'), occupant_id: one.occupant_id };
      if (balance_cents !== undefined) await owes(ctx, { ...sheet, property_id: propertyId }, at, balance_cents, as_of ?? clock.today());
    }
    const changes = back.map(({ change, unit }) => ({ before: unit, next: { ...saidBy(unit), ...(change.before as Partial<Traits>) } }));
    await rewriteMany(ctx, changes, `sheet ${sheet.code} taken back`);
    await everything(ctx.db, 'intake_change', 'of a sheet that was seen first, at properties the caller works on')
      .change()
      .set({ undone_at: clock.now() })
      .where('id', 'in', ids)
      .execute();
  }
  return { restored: back.length, kept: worked.length };
}
