import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { relate } from '#server/tenant/service.ts';
import { touch } from './make.ts';
import type { TenancyRow } from './rows.ts';
import { notifyAll } from './tell.ts';
import { logged } from './work.ts';

type Reason = Happenings['tenancy.handed_over']['why'];
const why = 'a tenancy has another holder: who lives there stays';
/** Its home was sold, or they moved to one that was: the tenancy goes on with who holds it, its papers and reports follow, and they hear whose it is. */
export async function handOver(ctx: Ctx, row: TenancyRow, toCompany: number, reason: Reason): Promise<TenancyRow> {
  // What was asked about who pays was asked by somebody who holds it no more.
  const after = await touch(ctx, row, { company_id: toCompany, agent_company_id: null, people_ask: null });
  await logged(ctx, row, after, { was: { company_id: row.company_id }, is: { company_id: toCompany }, reason });
  await handOverPeople(ctx, row.id, toCompany);
  await happened(ctx, 'tenancy.handed_over', { tenancyId: row.id, fromCompany: row.company_id, toCompany, why: reason });
  const next = await everything(ctx.db, 'company', why).select().select('name').where('id', '=', toCompany).executeTakeFirst();
  await notifyAll(ctx, after, 'tenancy.new_holder', { holder: next?.name ?? '' }, String(after.revision));
  return after;
}

/** The new holder has a relation of their own to each of them; the old one keeps theirs, as one of the past. */
async function handOverPeople(ctx: Ctx, tenancyId: number, toCompany: number): Promise<void> {
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
