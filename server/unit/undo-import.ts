import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { unitImportCalls } from '#contract/unit/import-calls.ts';
import { undoSheet } from '#server/importer/service.ts';
import { writeAuditEntries } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { toUnitAuditValues } from './rows.ts';
import { lockEditableProperty, unitNotFound } from './unit-lookup.ts';

type Calls = typeof unitImportCalls;

const reasons = {
  listing: m.unit_worked_listing,
  status: m.unit_worked_status,
  media: m.unit_worked_media,
  edited: m.unit_worked_edited,
} as const;
/** Why a unit differs from its imported row. */
const since = () => sql<keyof typeof reasons | null>`case
  when ${getLookup('isOffered')(sql.ref('unit.id'))} then 'listing'
  when exists (select 1 from move_log m where m.subject = 'unit' and m.subject_id = unit.id and m.at > unit.created_at) then 'status'
  when exists (select 1 from media_item mi where mi.unit_id = unit.id) then 'media'
  when unit.revision > 1 then 'edited'
end`;

/** Units of these files that were changed after the import, by name. */
export async function listUnitsChangedSinceBatches(ctx: Ctx, batchIds: readonly number[]) {
  if (batchIds.length === 0) return [];
  const units = await from(ctx, 'unit').selectAll().select(since().as('since')).where('import_batch_id', 'in', batchIds).orderBy('id').execute();
  return namedOf(units);
}
const namedOf = (units: readonly { id: number; name: string; block: string; since: keyof typeof reasons | null }[]) =>
  units.flatMap(({ id, name, block, since: why }) => (why === null ? [] : [{ kind: 'unit' as const, id, name, block, why: reasons[why]() }]));

/** Undoes an import. Units that were changed since prevent it and are named, unless they are to be kept. */
export async function undoUnitImport(ctx: Ctx, { id, keep_changed }: HandlerInput<Calls['undoImport']>): Promise<HandlerResult<Calls['undoImport']>> {
  const batch = await from(ctx, 'import_batch').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!batch) throw unitNotFound();
  await lockEditableProperty(ctx, batch.property_id, 'units.create');
  const units = await from(ctx, 'unit').selectAll().select(since().as('since')).where('import_batch_id', '=', id).orderBy('id').forUpdate().execute();
  const [worked, gone] = [units.filter((unit) => unit.since !== null), units.filter((unit) => unit.since === null)];
  const done = await undoSheet(ctx, {
    sheet: batch,
    document: 'units',
    reason: 'file taken back',
    keepChanged: keep_changed,
    changed: async () => namedOf(worked),
    remove: async () => {
      // One statement deletes all units, because a thousand single deletions took 19 s.
      const ids = gone.map((unit) => unit.id);
      const removed =
        ids.length === 0
          ? []
          : await change(ctx, 'unit').set({ deleted_at: clock.now(), updated_by: ctx.me.userId }).where('id', 'in', ids).returning('id').execute();
      if (removed.length !== gone.length) throw unitNotFound();
      const reason = `file ${batch.code} taken back`;
      await writeAuditEntries(
        ctx.db,
        ctx,
        gone.map((unit) => ({ kind: 'delete', document: 'units', id: unit.id, code: unit.code, before: toUnitAuditValues(unit), reason })),
      );
      await change(ctx, 'import_batch').set({ undone_at: clock.now() }).where('id', '=', id).$call(oneRow);
      return { removed: gone.length, kept: worked.length };
    },
  });
  return { id, ...done };
}
