import type { Ctx } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { companyName, managerOf } from '#server/people/service.ts';
import { touch } from './make.ts';
import { tellTenants } from './tell.ts';

const why = 'a mandate ended';
/** A mandate that ends leaves its tenancies to their holder, and those who live there hear whom to turn to. */
export async function mandateEnded(
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
  const agent = await companyName(ctx.db, agentCompanyId);
  for (const row of rows) {
    const after = await touch(ctx, row, { agent_company_id: null });
    const { company: holder, phone, email } = await managerOf(ctx.db, row.company_id);
    await tellTenants(ctx, after, 'tenancy.agent_gone', { agent, holder, reach: phone ?? email ?? '' }, String(after.revision));
  }
}
