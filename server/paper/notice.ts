import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';

/** Files the document of a notice among the documents of the tenancy, visible to both sides. */
export async function fileNoticeDocument(ctx: Ctx, { tenancyId, companyId, fileId, name }: DomainEvents['tenancy.notice']): Promise<void> {
  await add(ctx, 'tenancy_file')
    .values({
      company_id: companyId,
      tenancy_id: tenancyId,
      kind: 'notice',
      name,
      file_id: fileId,
      visible_to: ['manager', 'tenant'],
      created_by: ctx.me.userId,
      // The document is approved immediately, like every document that the manager files.
      review: 'ok',
      reviewed_by: ctx.me.userId,
      reviewed_at: clock.now(),
    })
    .execute();
}
