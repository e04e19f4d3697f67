import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, systemRows } from '#server/kernel/scoped-row.ts';
import { peopleAskOf } from './people-ask.ts';

const why = 'two relations of a company became one: who lives there or is asked under the one name does under the other';
/** Whoever lives somewhere under the one name lives there under the other; that they are not in one lease together was asked before. */
export async function followMerge(ctx: Ctx, { from, into }: Happenings['tenant.merged']): Promise<void> {
  await everything(ctx.db, 'tenancy_person', why).change().set({ tenant_id: into }).where('tenant_id', '=', from).execute();
  const asks = await systemRows(ctx.db, 'tenancy', why)
    .select(['id', 'people_ask'])
    .where((eb) => eb.or([sql<boolean>`people_ask -> 'asked' @> to_jsonb(${from}::bigint)`, sql<boolean>`people_ask -> 'people' @> ${named(from)}`]))
    .execute();
  const whose = (id: number) => (id === from ? into : id);
  for (const row of asks) {
    const ask = peopleAskOf(row);
    if (!ask) continue;
    const people = ask.people.map((one) => ({ ...one, tenant_id: whose(one.tenant_id) }));
    await itself(ctx.db, 'tenancy', row)
      .change()
      .set({ people_ask: JSON.stringify({ ...ask, people, asked: ask.asked.map(whose), yes: ask.yes.map(whose) }) })
      .$call(oneRow);
  }
}
const named = (id: number) => sql`${JSON.stringify([{ tenant_id: id }])}::jsonb`;
