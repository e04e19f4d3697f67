import { type SelectQueryBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { href } from '#contract/kernel/screen.ts';
import type { policyCalls } from '#contract/policy/calls.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import type { DB } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { change, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { notifyBatch } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { policyAppliesToPersonSql } from './consents.ts';
import { lockPolicy, readAnnouncedVersion, readUpcomingVersions, toPolicyVersionText, type VersionText } from './next-version.ts';
import { type PolicyRow, toPolicyDetails } from './rows.ts';

type Calls = typeof policyCalls;

/** The furthest date for a version: readers forget older announcements, and no earlier version could follow. */
const furthestDays = 366;

const noDraft = () => new Refusal('notFound', m.policy_refusal_no_draft());

export async function publishNextVersion(
  ctx: Ctx,
  { id, summary, summary_sw, effective_from, revision }: HandlerInput<Calls['publishNext']>,
): Promise<HandlerResult<Calls['publishNext']>> {
  const { before, draft } = await lockPolicy(ctx, id, revision);
  if (!draft) throw noDraft();
  const words = (text: VersionText) => [text.title, text.title_sw, text.body, text.body_sw].join('\n');
  if (words(draft) === words(before)) throw invalidInputRefusal({ body: m.policy_problem_same_text() });
  const waiting = await readAnnouncedVersion(ctx, before);
  const earliest = waiting && waiting.effective_from > clock.today() ? waiting.effective_from : clock.today();
  if (effective_from < earliest) throw invalidInputRefusal({ effective_from: m.policy_problem_day({ date: formatLongDate(earliest) }) });
  const latest = addDays(clock.today(), furthestDays);
  if (effective_from > latest) throw invalidInputRefusal({ effective_from: m.policy_problem_day_far({ date: formatLongDate(latest) }) });
  await change(ctx, 'policy_version')
    .set({ summary, summary_sw, effective_from, published_at: clock.now(), created_by: ctx.me.userId, created_at: clock.now() })
    .where('policy_id', '=', id)
    .where('version', '=', draft.version)
    .$call(oneRow);
  const now = effective_from <= clock.today();
  const row = await change(ctx, 'policy')
    .set({
      ...(now ? { ...toPolicyVersionText({ ...draft, effective_from }), version: draft.version } : {}),
      revision: before.revision + 1,
      updated_by: ctx.me.userId,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const facts = { published_version: draft.version, effective_from, summary };
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'policies',
    id,
    code: before.slug,
    before: { effective_from: before.effective_from },
    after: facts,
  });
  await enqueueJob(ctx.db, 'policy.changed', { policyId: id, slug: before.slug });
  await enqueueJob(ctx.db, 'policy.tell', { policyId: id, version: draft.version, after: 0 });
  return toPolicyDetails({ ...row, updated_by_name: null }, await readUpcomingVersions(ctx, row), ctx.me);
}

export async function dropNextVersion(ctx: Ctx, { id }: HandlerInput<Calls['dropNext']>): Promise<HandlerResult<Calls['dropNext']>> {
  const { before, draft } = await lockPolicy(ctx, id);
  if (!draft) throw noDraft();
  await remove(ctx, 'policy_version').where('policy_id', '=', id).where('version', '=', draft.version).$call(oneRow);
  await change(ctx, 'policy')
    .set({ revision: before.revision + 1 })
    .where('id', '=', id)
    .$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'delete',
    document: 'policies',
    id,
    code: before.slug,
    before: { next_version: draft.version, title: draft.title },
  });
  return { id };
}

/** Announced versions whose date has arrived, the latest of each policy. */
const due = (db: Db) =>
  unscopedTable(db, 'policy_version', 'the effective date of a policy has arrived')
    .select()
    .innerJoin('policy', 'policy.id', 'policy_version.policy_id')
    .select(['policy_version.policy_id', sql<number>`max(policy_version.version)`.as('version')])
    .whereRef('policy_version.version', '>', 'policy.version')
    .where('policy_version.published_at', 'is not', null)
    .where('policy_version.effective_from', '<=', clock.today())
    .where('policy.status', '=', 'published')
    .where('policy.deleted_at', 'is', null)
    .groupBy('policy_version.policy_id')
    .execute();

/** Puts announced versions into force on their date: readers see them, and consent can no longer be postponed. */
export const enforceAnnouncedPoliciesJob: ScheduledJob = {
  name: 'policy.in_force',
  everyMinutes: 5,
  run: async (db) => {
    for (const { policy_id: id, version } of await due(db)) await db.transaction().execute((tx) => takeEffect(asClock(tx), id, version));
  },
  dryRun: async (db) => (await due(db)).length,
};

async function takeEffect(ctx: Ctx, id: number, version: number): Promise<void> {
  const { before } = await lockPolicy(ctx, id);
  const text = await unscopedTable(ctx.db, 'policy_version', 'the effective date of a policy has arrived')
    .select()
    .selectAll()
    .where('policy_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!text || before.version >= version) return;
  await change(ctx, 'policy')
    .set({ ...toPolicyVersionText(text), version, revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
  const turned = { before: { version: before.version }, after: { version } };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'policies', id, code: before.slug, ...turned });
  await enqueueJob(ctx.db, 'policy.changed', { policyId: id, slug: before.slug });
}

/** All people to whom a policy applies. */
function readersOf(db: Db, { id }: Pick<PolicyRow, 'id'>): SelectQueryBuilder<DB, 'person', object> {
  return unscopedTable(db, 'person', 'the worker notifies the people to whom a policy applies')
    .select()
    .innerJoin('policy', (join) => join.on('policy.id', '=', id).on(policyAppliesToPersonSql)) as never;
}

/** Notifies one batch of readers and queues the next. After a crash one batch is repeated, which sends no notification twice. */
export async function notifyPolicyReaders(db: Db, { policyId, version, after }: { policyId: number; version: number; after: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const policy = await unscopedTable(tx, 'policy', 'the worker notifies the people to whom a policy applies')
      .select()
      .innerJoin('policy_version as v', (join) => join.onRef('v.policy_id', '=', 'policy.id').on('v.version', '=', version))
      .select(['policy.id', 'slug', 'v.title', 'v.title_sw', 'v.summary', 'v.summary_sw', 'v.effective_from'])
      .where('policy.id', '=', policyId)
      .where('policy.status', '=', 'published')
      .where('policy.deleted_at', 'is', null)
      .executeTakeFirst();
    // The policy was retired or deleted in the meantime, so there is nothing to read.
    if (!policy) return;
    const { title, title_sw, summary, summary_sw, effective_from: day } = policy;
    const { last } = await notifyBatch(readersOf(tx, policy), after, {
      event: 'policy.published',
      params: { title, title_sw: title_sw || title, summary, summary_sw: summary_sw || summary, day },
      key: `policy:${policyId}:${version}`,
      page: `${href(policyPublicScreens.read, { id: policyId, slug: policy.slug })}?version=${version}`,
    });
    if (last !== null) await enqueueJob(tx, 'policy.tell', { policyId, version, after: last }, `policy.tell:${policyId}:${version}:${last}`);
  });
}
