import type { Happenings } from '#contract/kernel/happenings.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

/** Whoever applied under the one name applied under the other. */
export async function followMerge(ctx: Ctx, { from, into }: Happenings['tenant.merged']): Promise<void> {
  await everything(ctx.db, 'booking', 'two relations of a company became one')
    .change()
    .set({ tenant_id: into })
    .where('tenant_id', '=', from)
    .execute();
}
