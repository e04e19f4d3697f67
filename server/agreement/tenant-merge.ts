import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

/** Signatures of a merged tenant move to the remaining tenant. */
export async function onTenantMerged(ctx: Ctx, { from, into }: DomainEvents['tenant.merged']): Promise<void> {
  await unscopedTable(ctx.db, 'agreement_party', 'two tenant relations of a company were merged')
    .change()
    .set({ tenant_id: into })
    .where('tenant_id', '=', from)
    .execute();
}
