import { inspectionMachine } from '#contract/inspection/machine.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { update } from './pen.ts';
import type { InspectionRow } from './rows.ts';
import { inspector, tellAll, tenantsOf } from './tell.ts';

export const open = (ctx: Ctx, statuses: readonly InspectionRow['status'][]) =>
  systemRows(ctx.db, 'inspection', 'what it was planned for is not there any more')
    .selectAll()
    .where('status', 'in', [...statuses])
    .orderBy('id')
    .forNoKeyUpdate();

export async function endBySystem(ctx: Ctx, row: InspectionRow, name: 'cancel' | 'agree', reason: string): Promise<void> {
  const { from, to } = await move(ctx, inspectionMachine, name, row.id, reason, 'clock');
  await update(ctx, row.id, { ...(name === 'cancel' ? { reason } : {}), answer_by: null, remind_at: null });
  await audit(ctx.db, ctx, {
    ...{ kind: 'undefined', document: 'inspection', id: row.id, code: row.code, before: { status: from }, after: { status: to }, reason },
  });
  if (name !== 'cancel') return;
  const readers = inspector(row.inspector_id)
    .and(await tenantsOf(ctx, row))
    .except(ctx.me.userId);
  await tellAll(ctx, { ...row, revision: row.revision + 1 }, readers, 'inspection.canceled', { reason });
}

/** Nobody goes to look at what was decided without them, or at a home for somebody who does not come. */
export const inspectionFollows: Follows = {
  'property.decided': async (ctx, { propertyId }) => {
    const rows = await open(ctx, ['scheduled', 'in_progress', 'submitted'])
      .where('kind', '=', 'verification')
      .where('property_id', '=', propertyId)
      .execute();
    for (const row of rows) await endBySystem(ctx, row, row.status === 'submitted' ? 'agree' : 'cancel', 'the property was decided without it');
  },
  'tenancy.withdrawn': async (ctx, { tenancyId }) => {
    const rows = await open(ctx, ['scheduled', 'in_progress']).where('tenancy_id', '=', tenancyId).execute();
    for (const row of rows) await endBySystem(ctx, row, 'cancel', 'the tenancy did not come about');
  },
};
