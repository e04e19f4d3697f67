import { inspectionMachine } from '#contract/inspection/machine.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { updateInspection } from './edit-lock.ts';
import { buildInspectorAudience, notifyInspectionEvent, readInspectionTenantAudience } from './notify.ts';
import type { InspectionRow } from './rows.ts';

export const selectOpenInspections = (ctx: Ctx, statuses: readonly InspectionRow['status'][]) =>
  systemRows(ctx.db, 'inspection', 'the record for which the inspection was planned no longer exists')
    .selectAll()
    .where('status', 'in', [...statuses])
    .orderBy('id')
    .forNoKeyUpdate();

export async function endInspectionBySystem(ctx: Ctx, row: InspectionRow, name: 'cancel' | 'agree', reason: string): Promise<void> {
  const { from, to } = await makeMove(ctx, inspectionMachine, name, row.id, reason, 'clock');
  await updateInspection(ctx, row.id, { ...(name === 'cancel' ? { reason } : {}), answer_by: null, remind_at: null });
  await audit(ctx.db, ctx, {
    kind: 'undefined',
    document: 'inspection',
    id: row.id,
    code: row.code,
    before: { status: from },
    after: { status: to },
    reason,
  });
  if (name !== 'cancel') return;
  const readers = buildInspectorAudience(row.inspector_id)
    .and(await readInspectionTenantAudience(ctx, row))
    .except(ctx.me.userId);
  await notifyInspectionEvent(ctx, { ...row, revision: row.revision + 1 }, readers, 'inspection.canceled', { reason });
}

/** Cancels inspections that are no longer needed: when the property was decided otherwise, or when a tenant does not move in. */
export const inspectionEventHandlers: EventHandlers = {
  'property.decided': async (ctx, { propertyId }) => {
    const rows = await selectOpenInspections(ctx, ['scheduled', 'in_progress', 'submitted'])
      .where('kind', '=', 'verification')
      .where('property_id', '=', propertyId)
      .execute();
    for (const row of rows)
      await endInspectionBySystem(ctx, row, row.status === 'submitted' ? 'agree' : 'cancel', 'the property was decided without it');
  },
  'tenancy.withdrawn': async (ctx, { tenancyId }) => {
    const rows = await selectOpenInspections(ctx, ['scheduled', 'in_progress']).where('tenancy_id', '=', tenancyId).execute();
    for (const row of rows) await endInspectionBySystem(ctx, row, 'cancel', 'the tenancy did not come about');
  },
};
