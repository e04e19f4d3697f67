import { sql } from 'kysely';
import { mandateInForceSql } from '#server/access/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';

export type OwnerCompany = { readonly id: number; readonly name: string; readonly own: boolean };

/**
 * Owners for whom the caller may create a property: their own company; for an agent or dealer also owners whose mandate allows it. Platform staff
 * name a company instead.
 */
export async function readOwnerCompanies(ctx: Ctx): Promise<OwnerCompany[]> {
  const { companyId, layout } = ctx.me;
  if (companyId === null || layout === 'tenant') return [];
  const rows = await unscopedTable(ctx.db, 'company', 'the query itself selects the owners for whom the caller may create a property')
    .select()
    .select(['id', 'name'])
    .where(
      sql<boolean>`(company.id = ${companyId} or (company.kind = 'owner' and company.is_active and ${
        layout === 'agent' || layout === 'dealer' ? mandated(companyId) : sql<boolean>`false`
      }))`,
    )
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ ...row, own: row.id === companyId })).sort((a, b) => Number(b.own) - Number(a.own));
}

const mandated = (companyId: number) => sql<boolean>`exists (select 1 from mandate m where m.agent_company_id = ${companyId}
  and m.owner_company_id = company.id and 'property.create' = any (m.grants) and ${mandateInForceSql('m')})`;

/** The owner company, if the caller may choose it; otherwise null. */
export async function resolveOwnerCompany(ctx: Ctx, given: number | undefined): Promise<OwnerCompany | null> {
  if (ctx.me.companyId === null) {
    if (given === undefined) return null;
    const row = await from(ctx, 'company').select(['id', 'name']).where('id', '=', given).where('is_active', '=', true).executeTakeFirst();
    return row ? { ...row, own: false } : null;
  }
  const all = await readOwnerCompanies(ctx);
  return all.find((one) => (given === undefined ? one.own : one.id === given)) ?? null;
}
