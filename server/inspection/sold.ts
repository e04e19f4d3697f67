import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { isHandedTo } from '#server/property/service.ts';
import { sentBy, takeBack } from './taken-back.ts';

const why = 'the home they are about was sold, or its agent is gone';

/** What is still to be looked at is the next holder's. What is over stays with who had it made, unless it is of a tenancy that went along. */
async function followHolder(ctx: Ctx, { propertyId, fromCompany, toCompany }: Happenings['property.sold']): Promise<void> {
  if (toCompany === null || !(await isHandedTo(ctx.db, propertyId, toCompany))) return;
  await everything(ctx.db, 'inspection', why)
    .change()
    .set({ company_id: toCompany, agent_company_id: null })
    .where('property_id', '=', propertyId)
    .where('company_id', '<>', toCompany)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .execute();
  // The next holder sends their own people.
  await takeBack(ctx, await sentBy(ctx, fromCompany, [propertyId]), 'the home was sold');
}
/** Every report of a tenancy goes along with it, as far as it is of a home its next holder has: how they left another is for who holds that. */
async function followTenancy(ctx: Ctx, { tenancyId, toCompany }: Happenings['tenancy.handed_over']): Promise<void> {
  await everything(ctx.db, 'inspection', why)
    .change()
    .set({ company_id: toCompany, agent_company_id: null })
    .where('tenancy_id', '=', tenancyId)
    .where('company_id', '<>', toCompany)
    .where((eb) => eb('property_id', 'in', eb.selectFrom('property').select('property.id').where('property.company_id', '=', toCompany)))
    .execute();
}

export const soldFollows: Follows = {
  'property.sold': followHolder,
  'tenancy.handed_over': followTenancy,
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
