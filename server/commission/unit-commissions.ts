import { sql } from 'kysely';
import type { Day } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { asUnproved } from '#server/kernel/scoped-row.ts';

export type UnitCommissions = { readonly agent: number; readonly platform: number; readonly tax: number };
type Period = { readonly companyId: number; readonly from: Day; readonly last: Day };

/** The fees on an owner's rent in a period, by unit: of the agent and of the platform without VAT, and the VAT on both. */
export async function sumCommissionsByUnit(ctx: Ctx, { companyId, from: first, last }: Period): Promise<Map<number, UnitCommissions>> {
  const sum = (beneficiary: 'agent' | 'platform') =>
    sql<number>`coalesce(sum(commission.amount_cents) filter (where commission.beneficiary = ${beneficiary}), 0)::bigint`;
  const rows = await from(ctx, 'commission')
    .$call(asUnproved)
    .innerJoin('invoice', 'invoice.id', 'commission.invoice_id')
    .select(['invoice.unit_id', sum('agent').as('agent'), sum('platform').as('platform')])
    .select(sql<number>`coalesce(sum(commission.tax_cents), 0)::bigint`.as('tax'))
    .where('commission.company_id', '=', companyId)
    .where('commission.beneficiary', 'in', ['agent', 'platform'])
    .where('commission.happened_on', '>=', first)
    .where('commission.happened_on', '<=', last)
    .groupBy('invoice.unit_id')
    .execute();
  return new Map(rows.map((row) => [row.unit_id, { agent: Number(row.agent), platform: Number(row.platform), tax: Number(row.tax) }]));
}
