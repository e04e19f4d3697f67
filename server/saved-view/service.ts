import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { savedViewCalls } from '#contract/saved-view/calls.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, remove as erase, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

type Calls = typeof savedViewCalls;
/** The maximum number of views of one list, so that their menu stays usable. */
const mostViews = 50;
const columns = ['id', 'list', 'name', 'query'] as const;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

export async function listSavedViews(ctx: Ctx, { list: of }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const views = await from(ctx, 'saved_view')
    .select([...columns])
    .where('list', '=', of)
    .orderBy('name')
    .execute();
  return { views };
}

/** Views belong to the caller’s account, so the audit log records them there. */
const trace = (ctx: Ctx, before: object | null, after: object | null) =>
  audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: ctx.me.userId,
    before: before && { saved_view: before },
    after: after && { saved_view: after },
  });

export async function saveView(ctx: Ctx, { list: of, name, query }: HandlerInput<Calls['save']>): Promise<HandlerResult<Calls['save']>> {
  const { views } = await listSavedViews(ctx, { list: of });
  const before = views.find((view) => view.name === name) ?? null;
  if (!before && views.length >= mostViews) throw new Refusal('conflict', m.views_refusal_most({ most: mostViews }));
  const row = await add(ctx, 'saved_view')
    .values({ person_id: requireSignedIn(ctx).userId, list: of, name, query })
    .onConflict((oc) => oc.columns(['person_id', 'list', 'name']).doUpdateSet({ query }))
    .returning([...columns])
    .executeTakeFirstOrThrow();
  await trace(ctx, before, row);
  return row;
}

const own = async (ctx: Ctx, id: number) => {
  const row = await from(ctx, 'saved_view')
    .select([...columns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
};

export async function renameSavedView(ctx: Ctx, { id, name }: HandlerInput<Calls['rename']>): Promise<HandlerResult<Calls['rename']>> {
  const before = await own(ctx, id);
  const { views } = await listSavedViews(ctx, { list: before.list });
  if (views.some((view) => view.name === name && view.id !== id)) throw invalidInputRefusal({ name: m.views_problem_name_taken() });
  await change(ctx, 'saved_view').set({ name }).where('id', '=', id).$call(oneRow);
  await trace(ctx, before, { ...before, name });
  return { ...before, name };
}

export async function removeSavedView(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const before = await own(ctx, id);
  await erase(ctx, 'saved_view').where('id', '=', id).$call(oneRow);
  await trace(ctx, before, null);
  return { id };
}
