import type { Ctx } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { readCompanyContact, readCompanyName } from '#server/people/service.ts';
import { updateTenancy } from './create-tenancy.ts';
import { notifyTenants } from './notify.ts';

const why = 'a mandate ended';
/** Tenancies of an ended mandate stay with their owner, and the tenants are notified of their new contact. */
export async function onMandateEnded(
  ctx: Ctx,
  { agentCompanyId, propertyIds }: { readonly agentCompanyId: number; readonly propertyIds: readonly number[] },
): Promise<void> {
  if (propertyIds.length === 0) return;
  const rows = await systemRows(ctx.db, 'tenancy', why)
    .select(['id', 'company_id'])
    .where('agent_company_id', '=', agentCompanyId)
    .where('property_id', 'in', [...propertyIds])
    .where('status', '<>', 'terminate')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length === 0) return;
  const agent = await readCompanyName(ctx.db, agentCompanyId);
  for (const row of rows) {
    const after = await updateTenancy(ctx, row, { agent_company_id: null });
    const { company: holder, phone, email } = await readCompanyContact(ctx.db, row.company_id);
    await notifyTenants(ctx, after, 'tenancy.agent_gone', { agent, holder, reach: phone ?? email ?? '' }, String(after.revision));
  }
}
