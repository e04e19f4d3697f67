import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { touch } from './make.ts';
import { tellTenants } from './tell.ts';

const why = 'a mandate ended';
/** Who answers for the homes now, by the name and the number or address tenants reach them at. */
async function named(ctx: Ctx, companyId: number): Promise<{ name: string; reach: string }> {
  const { rows } = await sql<{ name: string; reach: string | null }>`/* all: who lives somewhere knows who manages it */
    select c.name, coalesce(c.phone, h.phone, c.email, h.email) as reach from company c
    left join lateral (select p.phone, p.email from person p where p.company_id = c.id and app.is_head(p.user_type, p.is_active, p.closed_at)
      order by p.id limit 1) h on true where c.id = ${companyId}`.execute(ctx.db);
  return { name: rows[0]?.name ?? '', reach: rows[0]?.reach ?? '' };
}

/** A mandate that ends leaves its tenancies to their holder, and those who live there hear whom to turn to. */
export async function mandateEnded(
  ctx: Ctx,
  { agentCompanyId, propertyIds }: { readonly agentCompanyId: number; readonly propertyIds: readonly number[] },
): Promise<void> {
  if (propertyIds.length === 0) return;
  const rows = await everything(ctx.db, 'tenancy', why)
    .select()
    .select(['id', 'company_id'])
    .where('agent_company_id', '=', agentCompanyId)
    .where('property_id', 'in', [...propertyIds])
    .where('status', '<>', 'terminate')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length === 0) return;
  const agent = await named(ctx, agentCompanyId);
  for (const { id, company_id } of rows) {
    const after = await touch(ctx, id, { agent_company_id: null });
    const holder = await named(ctx, company_id);
    await tellTenants(ctx, after, 'tenancy.agent_gone', { agent: agent.name, holder: holder.name, reach: holder.reach }, String(after.revision));
  }
}
