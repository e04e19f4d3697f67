import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { readCompanyName } from '#server/people/service.ts';
import { findOrCreateTenant } from '#server/tenant/service.ts';
import { updateTenancy } from './create-tenancy.ts';
import { logTenancyChange } from './lock-tenancy.ts';
import { notifyTenantsAndManagers } from './notify.ts';
import type { TenancyRow } from './rows.ts';

type Reason = DomainEvents['tenancy.handed_over']['why'];
const why = 'the tenancy has a new owner and its tenants stay';
/**
 * The unit was sold, or the tenants moved to a sold unit: the tenancy continues with the new owner, documents and reports follow, and the tenants
 * are notified.
 */
export async function transferTenancyToOwner(ctx: Ctx, row: TenancyRow, toCompany: number, reason: Reason): Promise<TenancyRow> {
  // A request to change payers was made by the former owner.
  const after = await updateTenancy(ctx, row, { company_id: toCompany, agent_company_id: null, people_ask: null });
  await logTenancyChange(ctx, row, after, { was: { company_id: row.company_id }, is: { company_id: toCompany }, reason });
  await handOverPeople(ctx, row.id, toCompany);
  await publishEvent(ctx, 'tenancy.handed_over', { tenancyId: row.id, fromCompany: row.company_id, toCompany, why: reason });
  await notifyTenantsAndManagers(ctx, after, 'tenancy.new_holder', { holder: await readCompanyName(ctx.db, toCompany) }, String(after.revision));
  return after;
}

/** Creates a tenant record of the new owner for each tenant. The former owner keeps the existing records as past tenants. */
async function handOverPeople(ctx: Ctx, tenancyId: number, toCompany: number): Promise<void> {
  const { rows } = await sql<{ id: number; tenant_id: number; person_id: number | null; name: string; phone: string | null; email: string | null }>`
    /* unscoped: the tenancy has a new owner and its tenants stay */ select p.id, p.tenant_id, n.person_id, n.name, n.phone, n.email from tenancy_person p
    join tenant n on n.id = p.tenant_id where p.tenancy_id = ${tenancyId} and p.until is null order by p.id`.execute(ctx.db);
  for (const { id, tenant_id, person_id, ...who } of rows) {
    const tenantId = await findOrCreateTenant(ctx, toCompany, { personId: person_id, ...who });
    await unscopedTable(ctx.db, 'tenancy_person', why).change().set({ tenant_id: tenantId }).where('id', '=', id).execute();
    await publishEvent(ctx, 'tenant.facts', { tenantId });
    await publishEvent(ctx, 'tenant.facts', { tenantId: tenant_id });
  }
}
