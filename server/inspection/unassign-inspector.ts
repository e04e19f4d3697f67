import { sql } from 'kysely';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx } from '#server/kernel/ctx.ts';
import type { LockOutHandler } from '#server/kernel/personal-data.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { updateInspection } from './edit-lock.ts';
import { selectOpenInspections } from './event-handlers.ts';
import { buildInspectorAudience, buildManagersAndInspectorAudience, notifyInspectionEvent } from './notify.ts';
import { buildInspectionLogFacts, type InspectionRow } from './rows.ts';

type BackReason = 'the mandate ended' | 'the home was sold' | 'the inspector lost their place';

/** Unassigns the inspector and releases the edit lock. The answers stay, so that another person with the permission can continue. */
export async function unassignInspector(ctx: Ctx, rows: readonly InspectionRow[], reason: BackReason): Promise<void> {
  for (const before of rows) {
    await updateInspection(ctx, before.id, { inspector_id: null, device: null, device_at: null });
    const after = { ...before, inspector_id: null, revision: before.revision + 1 };
    await audit(ctx.db, ctx, {
      kind: 'undefined',
      document: 'inspection',
      id: before.id,
      code: before.code,
      before: buildInspectionLogFacts(before),
      after: buildInspectionLogFacts(after),
      reason,
    });
    // Notifies the planner and the managers of the unit. For a verification only the planner is notified, because managers must not learn the
    // inspector's name.
    const planner = buildInspectorAudience(before.created_by);
    const to = before.kind === 'verification' ? planner : buildManagersAndInspectorAudience(ctx, after).and(planner);
    await notifyInspectionEvent(ctx, after, to.except(ctx.me.userId, before.inspector_id), 'inspection.unassigned', { reason });
  }
}

/** Open inspections that are assigned to one of these people. */
const sent = (ctx: Ctx, people: readonly number[]) =>
  selectOpenInspections(ctx, ['scheduled', 'in_progress']).where('inspector_id', 'in', [...people]);
/** Open inspections of these units that are assigned to people of a company. */
export const listInspectionsAssignedToCompany = (ctx: Ctx, company: number, propertyIds: readonly number[]) =>
  selectOpenInspections(ctx, ['scheduled', 'in_progress'])
    .where('kind', '<>', 'verification')
    .where('company_id', '<>', company)
    .where('property_id', 'in', [...propertyIds])
    .where(sql<boolean>`inspector_id in (select w.id from person w where w.company_id = ${company})`)
    .execute();

export const unassignLockedOutInspector: LockOutHandler = async (db, personId) => {
  const ctx = asClock(db, 'the assigned inspector lost their role');
  await unassignInspector(ctx, await sent(ctx, [personId]).execute(), 'the inspector lost their place');
};
export const inspectorRestrictionEventHandlers: EventHandlers = {
  'account.held_back': async (ctx, { personIds }) => {
    if (personIds.length > 0) await unassignInspector(ctx, await sent(ctx, personIds).execute(), 'the inspector lost their place');
  },
};
