import type { Selectable } from 'kysely';
import type { PolicyDetails } from '#contract/policy/calls.ts';
import { clock } from '#contract/time/clock.ts';
import type { PolicyVersionTable } from '#server/db/types.gen.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from } from '#server/kernel/scoped.ts';
import { type PolicyRow, toPolicyDetails } from './rows.ts';

export const policyTextFields = ['title', 'title_sw', 'body', 'body_sw', 'effective_from'] as const;
export type VersionText = Pick<PolicyRow, (typeof policyTextFields)[number]>;
export const toPolicyVersionText = ({ title, title_sw, body, body_sw, effective_from }: VersionText): VersionText => ({
  title,
  title_sw,
  body,
  body_sw,
  effective_from,
});
type Version = Selectable<PolicyVersionTable>;

const versionsOf = (ctx: Ctx, id: number) => from(ctx, 'policy_version').where('policy_id', '=', id);

/** The draft beside a published policy: later than the version in force, and unpublished. */
const draftOf = (ctx: Ctx, { id, version }: Pick<PolicyRow, 'id' | 'version'>): Promise<Version | undefined> =>
  versionsOf(ctx, id).selectAll().where('version', '>', version).where('published_at', 'is', null).orderBy('version', 'desc').executeTakeFirst();

export const readAnnouncedVersion = (ctx: Ctx, { id, version }: Pick<PolicyRow, 'id' | 'version'>): Promise<Version | undefined> =>
  versionsOf(ctx, id).selectAll().where('version', '>', version).where('published_at', 'is not', null).orderBy('version', 'desc').executeTakeFirst();

/** The versions beside the one in force: the draft of the next, and an announced one. */
export async function readUpcomingVersions(ctx: Ctx, row: PolicyRow): Promise<Pick<PolicyDetails, 'next' | 'announced'>> {
  if (row.status !== 'published') return { next: null, announced: null };
  const [draft, waiting] = [await draftOf(ctx, row), await readAnnouncedVersion(ctx, row)];
  return {
    next: draft ? { version: draft.version, ...toPolicyVersionText(draft), summary: draft.summary, summary_sw: draft.summary_sw } : null,
    announced: waiting
      ? { version: waiting.version, effective_from: waiting.effective_from, summary: waiting.summary, summary_sw: waiting.summary_sw }
      : null,
  };
}

/** Locks the policy and returns it with its draft. An outdated revision is answered with the current state. */
export async function lockPolicy(ctx: Ctx, id: number, revision?: number): Promise<{ before: PolicyRow; draft: Version | undefined }> {
  const before = await from(ctx, 'policy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw new Refusal('notFound', sentence('itemNotFound'));
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), {
      current: toPolicyDetails({ ...before, updated_by_name: null }, await readUpcomingVersions(ctx, before), ctx.me),
    });
  return { before, draft: before.status === 'published' ? await draftOf(ctx, before) : undefined };
}

export const isPolicyVersionPublished = async (ctx: Ctx, id: number, version: number): Promise<boolean> =>
  (await versionsOf(ctx, id).select('version').where('version', '=', version).where('published_at', 'is not', null).executeTakeFirst()) !== undefined;

export const readLastVersion = async (ctx: Ctx, id: number): Promise<number> =>
  (await versionsOf(ctx, id).select('version').orderBy('version', 'desc').limit(1).executeTakeFirst())?.version ?? 0;

/** Stores the current version of a policy that only its managers have seen. */
export async function savePolicyVersion(ctx: Ctx, row: PolicyRow, summary: string): Promise<void> {
  const text = toPolicyVersionText(row);
  if (await isPolicyVersionPublished(ctx, row.id, row.version)) return;
  await add(ctx, 'policy_version')
    .values({ policy_id: row.id, version: row.version, ...text, summary, created_by: ctx.me.userId })
    .onConflict((oc) => oc.columns(['policy_id', 'version']).doUpdateSet(summary ? { ...text, summary } : text))
    .execute();
}

/** Stores the draft of the next version; the version in force stays unchanged. */
export async function saveNextVersion(ctx: Ctx, { id }: PolicyRow, version: number, text: VersionText, summary: string): Promise<void> {
  await add(ctx, 'policy_version')
    .values({ policy_id: id, version, ...toPolicyVersionText(text), summary, created_by: ctx.me.userId })
    .onConflict((oc) =>
      oc.columns(['policy_id', 'version']).doUpdateSet(summary ? { ...toPolicyVersionText(text), summary } : toPolicyVersionText(text)),
    )
    .execute();
}

/** Announces a version: from now on it never changes, and its readers are notified once, even when it is retired and published again. */
export async function announceVersion(ctx: Ctx, row: PolicyRow): Promise<void> {
  await savePolicyVersion(ctx, row, '');
  const first = await change(ctx, 'policy_version')
    .set({ published_at: clock.now() })
    .where('policy_id', '=', row.id)
    .where('version', '=', row.version)
    .where('published_at', 'is', null)
    .executeTakeFirst();
  if (first?.numUpdatedRows === 1n) await enqueueJob(ctx.db, 'policy.tell', { policyId: row.id, version: row.version, after: 0 });
}
