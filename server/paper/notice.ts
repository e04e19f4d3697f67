import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';

/** The document with which leaving was written down stands among the papers, for both sides. */
export async function keepNotice(ctx: Ctx, { tenancyId, companyId, fileId, name }: Happenings['tenancy.notice']): Promise<void> {
  await add(ctx, 'tenancy_file')
    .values({
      company_id: companyId,
      tenancy_id: tenancyId,
      kind: 'notice',
      name,
      file_id: fileId,
      visible_to: ['manager', 'tenant'],
      created_by: ctx.me.userId,
      // As what else who manages the home files: nobody is asked to look at it.
      ...{ review: 'ok', reviewed_by: ctx.me.userId, reviewed_at: clock.now() },
    })
    .execute();
}
