import type { intakeCalls } from '#contract/intake/calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, from, oneRow } from '#server/kernel/scoped.ts';
import { takeBack } from '#server/property/service.ts';
import { undoImport } from '#server/unit/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof intakeCalls;

/** Property by property as their files are taken back; a property it made goes too if nothing is left in it. Names of occupants go with their units. */
export async function undo(ctx: Ctx, { id, keep_changed }: Input<Calls['undo']>): Promise<Result<Calls['undo']>> {
  const file = await from(ctx, 'intake').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!file) throw new Refusal('notFound', sentence('itemNotFound'));
  if (file.undone_at) throw new Refusal('conflict', m.unit_refusal_undone());
  const batches = await from(ctx, 'import_batch')
    .select(['id', 'property_id', 'made_property', 'undone_at'])
    .where('intake_id', '=', id)
    .orderBy('property_id')
    .execute();
  let [removed, kept, properties] = [0, 0, 0];
  for (const batch of batches) {
    if (!batch.undone_at) {
      const gone = await undoImport(ctx, { id: batch.id, keep_changed });
      removed += gone.removed;
      kept += gone.kept;
    }
    if (batch.made_property && (await takeBack(ctx, batch.property_id))) properties += 1;
  }
  await change(ctx, 'intake').set({ undone_at: clock.now() }).where('id', '=', id).$call(oneRow);
  const after = { removed, kept, properties };
  await audit(ctx.db, ctx, { kind: 'delete', document: 'property', id: null, code: file.code, after, reason: 'sheet taken back' });
  return { id, ...after };
}
