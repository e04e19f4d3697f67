import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { isPropertyHandedToCompany } from '#server/property/service.ts';
import { listInspectionsAssignedToCompany, unassignInspector } from './unassign-inspector.ts';

const why = 'the unit of the inspection was sold, or its agent lost the mandate';

/** A unit was sold: open inspections move to the new owner. Completed ones stay with the former owner, unless their tenancy moved too. */
async function movePlannedInspections(ctx: Ctx, { propertyId, fromCompany, toCompany }: DomainEvents['property.sold']): Promise<void> {
  if (toCompany === null || !(await isPropertyHandedToCompany(ctx.db, propertyId, toCompany))) return;
  await unscopedTable(ctx.db, 'inspection', why)
    .change()
    .set({ company_id: toCompany, agent_company_id: null })
    .where('property_id', '=', propertyId)
    .where('company_id', '<>', toCompany)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .execute();
  // The inspector is unassigned, because the new owner assigns its own people.
  await unassignInspector(ctx, await listInspectionsAssignedToCompany(ctx, fromCompany, [propertyId]), 'the home was sold');
}
/**
 * All reports of a tenancy move to the new owner with the tenancy, as far as they are about units of the new owner. Reports of other units stay with
 * the owner of those.
 */
async function moveTenancyInspections(ctx: Ctx, { tenancyId, toCompany }: DomainEvents['tenancy.handed_over']): Promise<void> {
  await unscopedTable(ctx.db, 'inspection', why)
    .change()
    .set({ company_id: toCompany, agent_company_id: null })
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '<>', toCompany)
    .where((eb) => eb('property_id', 'in', eb.selectFrom('property').select('property.id').where('property.company_id', '=', toCompany)))
    .execute();
}

export const inspectionSaleEventHandlers: EventHandlers = {
  'property.sold': movePlannedInspections,
  'tenancy.handed_over': moveTenancyInspections,
  'mandate.ended': async (ctx, { agentCompanyId, propertyIds }) => {
    if (propertyIds.length === 0) return;
    await unscopedTable(ctx.db, 'inspection', why)
      .change()
      .set({ agent_company_id: null })
      .where('agent_company_id', '=', agentCompanyId)
      .where('property_id', 'in', [...propertyIds])
      .execute();
    await unassignInspector(ctx, await listInspectionsAssignedToCompany(ctx, agentCompanyId, propertyIds), 'the mandate ended');
  },
};
