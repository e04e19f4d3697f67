import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { policyCalls } from '#contract/policy/calls.ts';
import { policyMachine } from '#contract/policy/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { getPolicyMenuUserType } from './consents.ts';
import {
  announceVersion,
  isPolicyVersionPublished,
  lockPolicy,
  policyTextFields,
  readLastVersion,
  readUpcomingVersions,
  saveNextVersion,
  savePolicyVersion,
  toPolicyVersionText,
} from './next-version.ts';
import { htmlToPlainText, sanitizePolicyHtml } from './rich-text.ts';
import { type PolicyRow, policySummaryColumns, toPolicyDetails, toPolicySummary, toPolicyVersion } from './rows.ts';

export {
  exportConsentsCsv as consentsCsv,
  listConsents,
  listOutstandingPolicies as listOutstanding,
  readOutstandingPolicies,
  recordConsents,
  recordOwnConsent as consent,
  selectPoliciesToAgree,
} from './consents.ts';
export { dropNextVersion as dropNext, publishNextVersion as publishNext } from './publish.ts';

type Calls = typeof policyCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let found = from(ctx, 'policy');
  if (f.user_type !== undefined) found = found.where('user_type', '=', f.user_type);
  if (f.status) found = found.where('status', '=', f.status);
  if (f.kind) found = found.where('kind', '=', f.kind);
  if (hasDayRange(f)) found = found.where(isInDayRangeSql('policy.updated_at', f));
  if (f.title) found = found.where((eb) => eb.or([containsTextSql('title', f.title ?? ''), containsTextSql('title_sw', f.title ?? '')]));
  return found;
}

export async function list(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...policySummaryColumns])
      .orderBy(orderByColumn(sort))
      .orderBy('id', 'desc'),
  );
  const counts = await countTabs(tabs, () => matching(ctx, { ...z_filter, status: undefined }), sql`policy.status`);
  return { count, results: rows.map(toPolicySummary), ...counts };
}

export async function listForMenu(ctx: Ctx, { page, page_size }: HandlerInput<Calls['listForMenu']>): Promise<HandlerResult<Calls['listForMenu']>> {
  const found = from(ctx, 'policy').where('status', '=', 'published').where('user_type', '=', getPolicyMenuUserType(ctx.me.userType));
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q.select(['id', 'slug', 'title', 'title_sw', 'user_type', 'kind']).orderBy('title'),
  );
  return { count, results: rows };
}

export const bySlug = (ctx: Ctx, { slug }: HandlerInput<Calls['bySlug']>): Promise<HandlerResult<Calls['bySlug']>> => one(ctx, { slug });

/** The version in force, or an earlier published one: a text that people agreed to stays readable. */
export async function details(ctx: Ctx, { id, version }: HandlerInput<Calls['details']>): Promise<HandlerResult<Calls['details']>> {
  const policy = await one(ctx, { id });
  if (version === undefined || version === policy.version) return policy;
  const then = await from(ctx, 'policy_version').selectAll().where('policy_id', '=', id).where('version', '=', version).executeTakeFirst();
  if (!then?.published_at) throw missing();
  const { title, title_sw, body, body_sw, effective_from } = then;
  return { ...policy, version, title, title_sw, body, body_sw, effective_from, updated_at: then.published_at.toISOString() };
}

async function one(ctx: Ctx, by: { id: number } | { slug: string }) {
  const row = await from(ctx, 'policy')
    .leftJoin('person', 'person.id', 'policy.updated_by')
    .selectAll('policy')
    .select('person.name as updated_by_name')
    .where('id' in by ? 'policy.id' : 'policy.slug', '=', 'id' in by ? by.id : by.slug)
    .executeTakeFirst();
  if (!row) throw missing();
  return toPolicyDetails(row, await readUpcomingVersions(ctx, row), ctx.me);
}

export async function listPublishedVersions(
  ctx: Ctx,
  { id, page, page_size }: HandlerInput<Calls['listPublishedVersions']>,
): Promise<HandlerResult<Calls['listPublishedVersions']>> {
  await one(ctx, { id });
  const found = from(ctx, 'policy_version').where('policy_id', '=', id).where('published_at', 'is not', null);
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q.select(['version', 'summary', 'summary_sw', 'effective_from']).orderBy('version', 'desc'),
  );
  return { count, results: rows };
}

export async function listVersions(
  ctx: Ctx,
  { id, page, page_size }: HandlerInput<Calls['listVersions']>,
): Promise<HandlerResult<Calls['listVersions']>> {
  await one(ctx, { id });
  const found = from(ctx, 'policy_version').leftJoin('person', 'person.id', 'policy_version.created_by').where('policy_id', '=', id);
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q.selectAll('policy_version').select('person.name as created_by_name').orderBy('version', 'desc'),
  );
  return { count, results: rows.map(toPolicyVersion) };
}

export async function create(ctx: Ctx, input: HandlerInput<Calls['create']>): Promise<HandlerResult<Calls['create']>> {
  const clean = cleaned(input);
  const row = await add(ctx, 'policy')
    .values({ ...clean, slug: await freeSlug(ctx, input.title), created_by: ctx.me.userId, updated_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await savePolicyVersion(ctx, row, '');
  return done(ctx, 'add', null, row);
}

export async function update(
  ctx: Ctx,
  { id, revision, summary, ...changes }: HandlerInput<Calls['update']>,
): Promise<HandlerResult<Calls['update']>> {
  const { before, draft } = await lockPolicy(ctx, id, revision);
  const live = before.status === 'published';
  const text = { ...pickText(before), ...(live && draft ? toPolicyVersionText(draft) : {}) };
  const next = { ...before, ...unlessAlike(text, cleaned({ ...text, ...definedOf(changes) })) };
  const turned = placeFields.filter((field) => next[field] !== text[field]);
  // The audience and the kind were agreed to with the version in force, so they can change only with another policy or an unseen version.
  if (live && turned.length > 0) throw invalidInputRefusal(Object.fromEntries(turned.map((field) => [field, m.policy_problem_in_force()])));
  const rewritten = [...policyTextFields, ...placeFields].some((field) => next[field] !== text[field]);
  // A published text is never rewritten: a policy in force gets a separate draft, a reopened one its next version in place.
  const version =
    !live && rewritten && (await isPolicyVersionPublished(ctx, id, before.version)) ? (await readLastVersion(ctx, id)) + 1 : before.version;
  const row = await change(ctx, 'policy')
    .set({
      ...pickText(live ? { ...next, ...toPolicyVersionText(before) } : next),
      version,
      revision: before.revision + 1,
      updated_by: ctx.me.userId,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!live) await savePolicyVersion(ctx, row, summary);
  else if (rewritten || (draft && summary)) await saveNextVersion(ctx, before, draft?.version ?? (await readLastVersion(ctx, id)) + 1, next, summary);
  const was = { ...before, ...text };
  const after = live ? { ...row, ...toPolicyVersionText(next) } : row;
  return done(ctx, 'edit', was, after, live && rewritten ? { next_version: draft?.version ?? (await readLastVersion(ctx, id)) } : {});
}

export async function move(ctx: Ctx, { id, move: name }: HandlerInput<Calls['move']>): Promise<HandlerResult<Calls['move']>> {
  const { from } = await makeMove(ctx, policyMachine, name, id);
  const row = await change(ctx, 'policy')
    .set((eb) => ({ revision: eb('revision', '+', 1), updated_by: ctx.me.userId, updated_at: clock.now() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (name === 'publish') await announceVersion(ctx, row);
  return done(ctx, 'edit', { ...row, status: from }, row);
}

export async function remove(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const row = await change(ctx, 'policy')
    .set({ deleted_at: clock.now(), updated_by: ctx.me.userId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw missing();
  await audit(ctx.db, ctx, { kind: 'delete', document: 'policies', id, code: row.slug, before: pickText(row) });
  await enqueueJob(ctx.db, 'policy.changed', { policyId: id, slug: row.slug });
  return { id };
}

const placeFields = ['user_type', 'kind'] as const;
const fields = [...policyTextFields, ...placeFields, 'requires_consent'] as const;
type Text = Pick<PolicyRow, (typeof fields)[number]>;

const pickText = (row: Text): Text => Object.fromEntries(fields.map((name) => [name, row[name]])) as Text;
const definedOf = <T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

/** The sanitised text. A body without text is refused, so that no empty policy is published. */
function cleaned(given: Text): Text {
  const body = sanitizePolicyHtml(given.body);
  if (!htmlToPlainText(body)) throw invalidInputRefusal({ body: m.policy_problem_body_empty() });
  return { ...pickText(given), body, body_sw: sanitizePolicyHtml(given.body_sw) };
}

/** Editors write the space between blocks, and the paragraph in a cell, differently. A body that differs only in that counts as unchanged. */
const tight = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .replace(/ ?(<\/?(?:h\d|p|ul|ol|li|blockquote|table|thead|tbody|tr|th|td|hr|br)\b[^>]*>) ?/gi, '$1')
    .replace(/(<(?:li|td|th)[^>]*>)<p>/gi, '$1')
    .replace(/<\/p>(<\/(?:li|td|th)>)/gi, '$1');
const unlessAlike = (before: Text, next: Text): Text => ({
  ...next,
  ...(tight(before.body) === tight(next.body) ? { body: before.body } : {}),
  ...(tight(before.body_sw) === tight(next.body_sw) ? { body_sw: before.body_sw } : {}),
});

async function freeSlug(ctx: Ctx, title: string): Promise<string> {
  const base = toSlug(title);
  // Serialises policies with the same title until the transaction ends.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`policy-slug:${base}`}, 0))`.execute(ctx.db);
  const { rows } = await sql<{
    slug: string;
  }>`select slug from policy where deleted_at is null and (slug = ${base} or slug like ${`${base}-%`})`.execute(ctx.db);
  const taken = new Set(rows.map((r) => r.slug));
  for (let n = 1; ; n++) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(slug)) return slug;
  }
}

async function done(ctx: Ctx, kind: 'add' | 'edit', before: PolicyRow | null, after: PolicyRow, more: object = {}) {
  const facts = (row: PolicyRow) => ({ ...pickText(row), status: row.status, version: row.version, slug: row.slug });
  await audit(ctx.db, ctx, {
    kind,
    document: 'policies',
    id: after.id,
    code: after.slug,
    before: before && facts(before),
    after: { ...facts(after), ...more },
  });
  await enqueueJob(ctx.db, 'policy.changed', { policyId: after.id, slug: after.slug });
  return one(ctx, { id: after.id });
}
