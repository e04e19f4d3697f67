import type { intakeCalls } from '#contract/intake/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { assertNotUndone, undoSheet } from '#server/importer/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { undoPropertyCreation } from '#server/property/service.ts';
import { listUnitsChangedSinceBatches, undoImport } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { countUnrestoredUnits, listUnitsChangedSinceImport, restoreImportedUnits } from './restore-units.ts';

type Calls = typeof intakeCalls;

/**
 * Undoes a sheet property by property. A property that the sheet created is deleted if nothing is left in it, and occupants are deleted with their
 * units. Properties outside the caller's mandate stay and are named; a person with access can still undo the sheet there.
 */
export async function undoIntake(ctx: Ctx, { id, keep_changed }: HandlerInput<Calls['undo']>): Promise<HandlerResult<Calls['undo']>> {
  const file = await from(ctx, 'intake').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!file) throw new Refusal('notFound', sentence('itemNotFound'));
  assertNotUndone(file);
  const batches = await unscopedTable(
    ctx.db,
    'import_batch',
    'records of an import that was loaded through the scope; each undo checks its own permission',
  )
    .select()
    .innerJoin('property', 'property.id', 'import_batch.property_id')
    .select(['import_batch.id', 'import_batch.property_id', 'made_property', 'undone_at', 'property.name', 'import_batch.made'])
    .where('intake_id', '=', id)
    // A property that was already deleted counts as undone.
    .where('property.deleted_at', 'is', null)
    .orderBy('import_batch.property_id')
    .execute();
  const open = batches.filter((batch) => !batch.undone_at);
  const mine = await workable(
    ctx,
    batches.map((batch) => batch.property_id),
  );
  const out = open.filter((batch) => !mine.has(batch.property_id));
  // For properties out of the caller's scope, only the imported name and the number of units are shown.
  const updated = await countUnrestoredUnits(ctx, id);
  const stays = out.map(({ name, made, property_id }) => ({ name, count: made + (updated.get(property_id) ?? 0) }));
  const changed = async () => {
    const inHand = open.filter((batch) => mine.has(batch.property_id)).map((batch) => batch.id);
    const named = stays.map(({ name, count }) => ({ kind: 'property' as const, name, block: '', why: m.intake_out_of_hand({ count }) }));
    return [...(await listUnitsChangedSinceBatches(ctx, inHand)), ...(await listUnitsChangedSinceImport(ctx, id, [...mine])), ...named];
  };
  const remove = async () => {
    let [removed, restored, kept, properties] = [0, 0, stays.reduce((n, one) => n + one.count, 0), 0];
    for (const batch of batches.filter((one) => mine.has(one.property_id))) {
      if (!batch.undone_at) {
        const gone = await undoImport(ctx, { id: batch.id, keep_changed });
        removed += gone.removed;
        kept += gone.kept;
      }
      // Updated units are restored even if the new units were undone separately on the property's page.
      const back = await restoreImportedUnits(ctx, file, batch.property_id, keep_changed);
      restored += back.restored;
      kept += back.kept;
      if (batch.made_property && (await undoPropertyCreation(ctx, batch.property_id))) properties += 1;
    }
    if (out.length === 0) await change(ctx, 'intake').set({ undone_at: clock.now() }).where('id', '=', id).$call(oneRow);
    return { removed, restored, kept, properties };
  };
  const how = { sheet: file, document: 'property', reason: 'sheet taken back', keepChanged: keep_changed } as const;
  return { id, ...(await undoSheet(ctx, { ...how, changed, remove })) };
}

/** The properties at which the caller may still import and undo units. */
async function workable(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await from(ctx, 'property')
    .select('property.id')
    .where('property.id', 'in', ids)
    .where(mayChange('property', ctx.me, 'units.create'))
    .execute();
  return new Set(rows.map((row) => row.id));
}
