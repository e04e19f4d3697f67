import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

/** Whoever lives somewhere under the one name lives there under the other; that they are not in one lease together was asked before. */
export async function followMerge(ctx: Ctx, { from, into }: Happenings['tenant.merged']): Promise<void> {
  await everything(ctx.db, 'tenancy_person', 'two relations of a company became one')
    .change()
    .set({ tenant_id: into })
    .where('tenant_id', '=', from)
    .execute();
}
