import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { readPeopleRequest } from './people-request.ts';

const why = 'two tenant relations of a company were merged into one';
/** Moves the tenancies of a merged tenant to the remaining tenant. The caller has checked that they do not share a lease. */
export async function onTenantMerged(ctx: Ctx, { from, into }: DomainEvents['tenant.merged']): Promise<void> {
  await unscopedTable(ctx.db, 'tenancy_person', why).change().set({ tenant_id: into }).where('tenant_id', '=', from).execute();
  const asks = await systemRows(ctx.db, 'tenancy', why)
    .select(['id', 'people_ask'])
    .where((eb) => eb.or([sql<boolean>`people_ask -> 'asked' @> to_jsonb(${from}::bigint)`, sql<boolean>`people_ask -> 'people' @> ${named(from)}`]))
    .execute();
  const whose = (id: number) => (id === from ? into : id);
  for (const row of asks) {
    const ask = readPeopleRequest(row);
    if (!ask) continue;
    const people = ask.people.map((one) => ({ ...one, tenant_id: whose(one.tenant_id) }));
    await sameRow(ctx.db, 'tenancy', row)
      .change()
      .set({ people_ask: JSON.stringify({ ...ask, people, asked: ask.asked.map(whose), yes: ask.yes.map(whose) }) })
      .$call(oneRow);
  }
}
const named = (id: number) => sql`${JSON.stringify([{ tenant_id: id }])}::jsonb`;
