import type { intakeCalls } from '#contract/intake/calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { assertNotUndone, undoSheet } from '#server/importer/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { takeBack } from '#server/property/service.ts';
import { undoImport, workedSince } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { changedSince, openCounts, putBack } from './put-back.ts';

type Calls = typeof intakeCalls;

/**
 * Property by property as their files are taken back; a property it made goes too if nothing is left in it. Names of occupants go with their
 * units. What a mandate that ended keeps out of the caller's hands is named and stays, and so does the sheet's way back for whoever may.
 */
export async function undo(ctx: Ctx, { id, keep_changed }: Input<Calls['undo']>): Promise<Result<Calls['undo']>> {
  const file = await from(ctx, 'intake').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!file) throw new Refusal('notFound', sentence('itemNotFound'));
  assertNotUndone(file);
  const batches = await everything(ctx.db, 'import_batch', 'of a sheet that was seen first; what is done to each asks for the right to')
    .select()
    .innerJoin('property', 'property.id', 'import_batch.property_id')
    .select(['import_batch.id', 'import_batch.property_id', 'made_property', 'undone_at', 'property.name', 'import_batch.made'])
    .where('intake_id', '=', id)
    // A property somebody deleted by hand is taken back already.
    .where('property.deleted_at', 'is', null)
    .orderBy('import_batch.property_id')
    .execute();
  const open = batches.filter((batch) => !batch.undone_at);
  const mine = await workable(
    ctx,
    batches.map((batch) => batch.property_id),
  );
  const out = open.filter((batch) => !mine.has(batch.property_id));
  // No more of what is not theirs any more than the name they brought and how many units.
  const updated = await openCounts(ctx, id);
  const stays = out.map(({ name, made, property_id }) => ({ name, count: made + (updated.get(property_id) ?? 0) }));
  const changed = async () => {
    const inHand = open.filter((batch) => mine.has(batch.property_id)).map((batch) => batch.id);
    const named = stays.map(({ name, count }) => ({ kind: 'property' as const, name, block: '', why: m.intake_out_of_hand({ count }) }));
    return [...(await workedSince(ctx, inHand)), ...(await changedSince(ctx, id, [...mine])), ...named];
  };
  const remove = async () => {
    let [removed, restored, kept, properties] = [0, 0, stays.reduce((n, one) => n + one.count, 0), 0];
    for (const batch of batches.filter((one) => mine.has(one.property_id))) {
      if (!batch.undone_at) {
        const gone = await undoImport(ctx, { id: batch.id, keep_changed });
        removed += gone.removed;
        kept += gone.kept;
      }
      // Also where the new units were taken back by themselves, on the property's page.
      const back = await putBack(ctx, file, batch.property_id, keep_changed);
      restored += back.restored;
      kept += back.kept;
      if (batch.made_property && (await takeBack(ctx, batch.property_id))) properties += 1;
    }
    if (out.length === 0) await change(ctx, 'intake').set({ undone_at: clock.now() }).where('id', '=', id).$call(oneRow);
    return { removed, restored, kept, properties };
  };
  const how = { sheet: file, document: 'property', reason: 'sheet taken back', keepChanged: keep_changed } as const;
  return { id, ...(await undoSheet(ctx, { ...how, changed, remove })) };
}

/** Of these properties those whose units the caller may still bring in and take back. */
async function workable(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await from(ctx, 'property')
    .select('property.id')
    .where('property.id', 'in', ids)
    .where(mayChange('property', ctx.me, 'units.create'))
    .execute();
  return new Set(rows.map((row) => row.id));
}
