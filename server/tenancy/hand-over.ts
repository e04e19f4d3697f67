import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { relate } from '#server/tenant/service.ts';

const why = 'a tenancy has another holder: who lives there stays';
/** The new holder has a relation of their own to each of them; the old one keeps theirs, as one of the past. */
export async function handOverPeople(ctx: Ctx, tenancyId: number, toCompany: number): Promise<void> {
  const { rows } = await sql<{ id: number; tenant_id: number; person_id: number | null; name: string; phone: string | null; email: string | null }>`
    /* all: a tenancy has another holder: who lives there stays */ select p.id, p.tenant_id, n.person_id, n.name, n.phone, n.email from tenancy_person p
    join tenant n on n.id = p.tenant_id where p.tenancy_id = ${tenancyId} and p.until is null order by p.id`.execute(ctx.db);
  for (const { id, tenant_id, person_id, ...who } of rows) {
    const tenantId = await relate(ctx, toCompany, { personId: person_id, ...who });
    await everything(ctx.db, 'tenancy_person', why).change().set({ tenant_id: tenantId }).where('id', '=', id).execute();
    await happened(ctx, 'tenant.facts', { tenantId });
    await happened(ctx, 'tenant.facts', { tenantId: tenant_id });
  }
}
