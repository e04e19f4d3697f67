import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { isHandedTo } from '#server/property/service.ts';
import { sentBy, takeBack } from './taken-back.ts';

const why = 'the home they are about was sold, or its agent is gone';

/** What is still to be looked at, and every report of a tenancy that went along, is the next holder's. What else is over stays with who had it made. */
async function followHolder(ctx: Ctx, { propertyId, fromCompany, toCompany }: Happenings['property.sold']): Promise<void> {
  if (toCompany === null || !(await isHandedTo(ctx.db, propertyId, toCompany))) return;
  const moved = everything(ctx.db, 'tenancy', why).select().select('id').where('property_id', '=', propertyId).where('company_id', '=', toCompany);
  await everything(ctx.db, 'inspection', why)
    .change()
    .set({ company_id: toCompany, agent_company_id: null })
    .where('property_id', '=', propertyId)
    .where('company_id', '<>', toCompany)
    .where((eb) => eb.or([eb('status', 'in', ['scheduled', 'in_progress']), eb('tenancy_id', 'in', moved)]))
    .execute();
  // The next holder sends their own people.
  await takeBack(ctx, await sentBy(ctx, fromCompany, [propertyId]), 'the home was sold');
}

export const soldFollows: Follows = {
  'property.sold': followHolder,
  'mandate.ended': async (ctx, { agentCompanyId, propertyIds }) => {
    if (propertyIds.length === 0) return;
    await everything(ctx.db, 'inspection', why)
      .change()
      .set({ agent_company_id: null })
      .where('agent_company_id', '=', agentCompanyId)
      .where('property_id', 'in', [...propertyIds])
      .execute();
    await takeBack(ctx, await sentBy(ctx, agentCompanyId, propertyIds), 'the mandate ended');
  },
};
