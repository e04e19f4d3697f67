import { type RawBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { RatingCategory, RatingForm, RatingItem, ratingCalls } from '#contract/rating/calls.ts';
import type { RatingTarget } from '#contract/rating/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { containsTextSql, orderByColumn } from '#server/lists/list.ts';
import { reorderIds } from '#server/lists/reorder.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { type CategoryRow, selectRatingCategory, selectRatingItem, toRatingCategory, toRatingItem } from './rows.ts';

type Calls = typeof ratingCalls;
const document = 'property_rating_categories';
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** The questions of a review of this kind. A category without questions is left out. */
export async function readRatingForm(db: Db, target: RatingTarget): Promise<RatingForm> {
  const { rows } = await sql<RatingForm[number]>`
    select c.id, c.name, c.name_sw, c.weight, json_agg(json_build_object('id', i.id, 'label', i.label, 'label_sw', i.label_sw,
      'required', i.required, 'safety', i.safety) order by i.sort, i.id) as items
    from rating_category c join rating_item i on i.category_id = c.id and i.deleted_at is null
    where c.target = ${target} and c.active and c.deleted_at is null group by c.id order by c.sort, c.id`.execute(db);
  return rows;
}
export const form = async (ctx: Ctx, { target }: HandlerInput<Calls['form']>): Promise<HandlerResult<Calls['form']>> => ({
  results: await readRatingForm(ctx.db, target),
});

export async function listCategories(
  ctx: Ctx,
  { page, page_size, sort, z_filter: f = {} }: HandlerInput<Calls['listCategories']>,
): Promise<HandlerResult<Calls['listCategories']>> {
  const wanted: RawBuilder<boolean>[] = [sql<boolean>`rating_category.deleted_at is null`];
  if (f.q) wanted.push(sql<boolean>`(${containsTextSql('rating_category.name', f.q)} or ${containsTextSql('rating_category.name_sw', f.q)})`);
  if (f.target) wanted.push(sql<boolean>`rating_category.target = ${f.target}`);
  if (f.active) wanted.push(sql<boolean>`rating_category.active = ${f.active === 'on'}`);
  const where = sql.join(wanted, sql` and `);
  const { rows } = await sql<CategoryRow>`${selectRatingCategory()} where ${where}
    order by ${orderByColumn(sort.replace(/^(-?)/, '$1rating_category.'))}, rating_category.id limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    ctx.db,
  );
  const { rows: total } = await sql<{ n: number }>`select count(*) as n from rating_category where ${where}`.execute(ctx.db);
  return { results: rows.map(toRatingCategory), count: Number(total[0]?.n ?? 0) };
}

async function oneCategory(ctx: Ctx, id: number): Promise<RatingCategory> {
  const { rows } = await sql<CategoryRow>`${selectRatingCategory()} where rating_category.id = ${id} and rating_category.deleted_at is null`.execute(
    ctx.db,
  );
  if (!rows[0]) throw missing();
  return toRatingCategory(rows[0]);
}

const itemsOf = async (ctx: Ctx, where: RawBuilder<boolean>): Promise<RatingItem[]> => {
  const { rows } = await sql<RatingItem>`${selectRatingItem()} join rating_category on rating_category.id = rating_item.category_id
    where ${where} and rating_item.deleted_at is null and rating_category.deleted_at is null order by rating_item.sort, rating_item.id`.execute(
    ctx.db,
  );
  return rows.map(toRatingItem);
};

export async function categoryDetails(ctx: Ctx, { id }: HandlerInput<Calls['categoryDetails']>): Promise<HandlerResult<Calls['categoryDetails']>> {
  return { ...(await oneCategory(ctx, id)), items: await itemsOf(ctx, sql<boolean>`rating_item.category_id = ${id}`) };
}

async function oneItem(ctx: Ctx, id: number): Promise<RatingItem> {
  const [item] = await itemsOf(ctx, sql<boolean>`rating_item.id = ${id}`);
  if (!item) throw missing();
  return item;
}

/** Writes to ratings are serialised: there are few, and it keeps names, order and counts consistent. */
const queue = (ctx: Ctx) => sql`select pg_advisory_xact_lock(hashtextextended('rating', 0))`.execute(ctx.db);

export async function createCategory(ctx: Ctx, input: HandlerInput<Calls['createCategory']>): Promise<RatingCategory> {
  await queue(ctx);
  await categoryIsFree(ctx, input.target, input.name, null);
  const { rows } = await sql<{ next: number }>`select coalesce(max(sort), -1) + 1 as next from rating_category`.execute(ctx.db);
  const { id } = await ctx.db
    .insertInto('rating_category')
    .values({ ...input, sort: Number(rows[0]?.next ?? 0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await oneCategory(ctx, id);
  await noted(ctx, 'add', made.id, made.name, null, categoryFacts(made));
  return made;
}

export async function updateCategory(ctx: Ctx, { id, revision, ...given }: HandlerInput<Calls['updateCategory']>): Promise<RatingCategory> {
  await queue(ctx);
  const before = await oneCategory(ctx, id);
  stillThere(before, revision);
  const next = { ...categoryFacts(before), ...defined(given) };
  if (next.target !== before.target && before.scores > 0) {
    const said = m.rating_refusal_scored({ times: before.scores });
    throw new Refusal('conflict', said, { fields: { target: said } });
  }
  await categoryIsFree(ctx, next.target, next.name, id);
  await ctx.db
    .updateTable('rating_category')
    .set((eb) => ({ ...next, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);
  const after = await oneCategory(ctx, id);
  await noted(ctx, 'edit', id, after.name, categoryFacts(before), categoryFacts(after));
  return after;
}

export async function orderCategories(ctx: Ctx, { ids }: HandlerInput<Calls['orderCategories']>): Promise<{ ids: number[] }> {
  await queue(ctx);
  const rows = await ctx.db
    .selectFrom('rating_category')
    .select(['id', 'name'])
    .where('rating_category.deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return putInOrder(ctx, 'rating_category', null, rows, ids);
}

export async function removeCategory(ctx: Ctx, { id }: HandlerInput<Calls['removeCategory']>): Promise<{ id: number }> {
  await queue(ctx);
  const row = await oneCategory(ctx, id);
  unscored(row.name, row.scores);
  await ctx.db.updateTable('rating_item').set({ deleted_at: clock.now() }).where('category_id', '=', id).where('deleted_at', 'is', null).execute();
  await ctx.db.updateTable('rating_category').set({ deleted_at: clock.now(), updated_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await noted(ctx, 'delete', id, row.name, categoryFacts(row), null);
  return { id };
}

export async function createItem(ctx: Ctx, input: HandlerInput<Calls['createItem']>): Promise<RatingItem> {
  await queue(ctx);
  await oneCategory(ctx, input.category_id);
  await labelIsFree(ctx, input.category_id, input.label, null);
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(sort), -1) + 1 as next from rating_item where category_id = ${input.category_id}`.execute(ctx.db);
  const { id } = await ctx.db
    .insertInto('rating_item')
    .values({ ...input, sort: Number(rows[0]?.next ?? 0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await oneItem(ctx, id);
  await noted(ctx, 'add', id, made.label, null, itemFacts(made));
  return made;
}

export async function updateItem(ctx: Ctx, { id, revision, ...given }: HandlerInput<Calls['updateItem']>): Promise<RatingItem> {
  await queue(ctx);
  const before = await oneItem(ctx, id);
  stillThere(before, revision);
  const next = { ...itemFacts(before), ...defined(given) };
  await labelIsFree(ctx, before.category_id, next.label, id);
  await ctx.db
    .updateTable('rating_item')
    .set((eb) => ({ ...next, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);
  const after = await oneItem(ctx, id);
  await noted(ctx, 'edit', id, after.label, itemFacts(before), itemFacts(after));
  return after;
}

export async function orderItems(ctx: Ctx, { id, ids }: HandlerInput<Calls['orderItems']>): Promise<{ ids: number[] }> {
  await queue(ctx);
  await oneCategory(ctx, id);
  const rows = await itemsOf(ctx, sql<boolean>`rating_item.category_id = ${id}`);
  return putInOrder(
    ctx,
    'rating_item',
    id,
    rows.map((r) => ({ id: r.id, name: r.label })),
    ids,
  );
}

export async function removeItem(ctx: Ctx, { id }: HandlerInput<Calls['removeItem']>): Promise<{ id: number }> {
  await queue(ctx);
  const row = await oneItem(ctx, id);
  unscored(row.label, row.scores);
  await ctx.db.updateTable('rating_item').set({ deleted_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await noted(ctx, 'delete', id, row.label, itemFacts(row), null);
  return { id };
}

type Named = { id: number; name: string };
async function putInOrder(ctx: Ctx, table: 'rating_category' | 'rating_item', id: number | null, rows: readonly Named[], wanted: readonly number[]) {
  const present = rows.map((r) => r.id);
  const ids = reorderIds(present, wanted);
  if (!ids) throw missing();
  await sql`update ${sql.table(table)} set sort = at.n, updated_at = app.now() from unnest(${ids}::bigint[]) with ordinality as at(id, n)
    where ${sql.table(table)}.id = at.id and ${sql.table(table)}.sort is distinct from at.n`.execute(ctx.db);
  const nameOf = new Map(rows.map((r) => [r.id, r.name]));
  const spoken = (list: readonly number[]) => ({ order: list.map((one) => nameOf.get(one)).join(', ') });
  await noted(ctx, 'edit', id, null, spoken(present), spoken(ids));
  return { ids };
}

function unscored(name: string, scores: number): void {
  if (scores > 0)
    throw new Refusal('conflict', m.rating_refusal_scored_off({ name, count: scores }), {
      used: scores,
    });
}

function stillThere(row: { revision: number }, revision: number | undefined): void {
  if (revision !== undefined && revision !== row.revision) throw new Refusal('conflict', sentence('editConflict'), { current: row });
}

const conflictOn = (field: string, said: Sentence) => new Refusal('conflict', said, { fields: { [field]: said } });

async function categoryIsFree(ctx: Ctx, target: RatingTarget, name: string, but: number | null): Promise<void> {
  const { rows } = await sql`select 1 from rating_category where target = ${target} and lower(name) = lower(${name}) and deleted_at is null
    and id is distinct from ${but}::bigint`.execute(ctx.db);
  if (rows[0]) throw conflictOn('name', m.rating_refusal_name_taken({ name }));
}

async function labelIsFree(ctx: Ctx, category_id: number, label: string, but: number | null): Promise<void> {
  const { rows } = await sql`select 1 from rating_item where category_id = ${category_id} and lower(label) = lower(${label}) and deleted_at is null
    and id is distinct from ${but}::bigint`.execute(ctx.db);
  if (rows[0]) throw conflictOn('label', m.rating_refusal_asked());
}

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };
const categoryFacts = ({ name, name_sw, target, weight, active }: RatingCategory) => ({ name, name_sw, target, weight, active });
const itemFacts = ({ label, label_sw, required, safety }: RatingItem) => ({ label, label_sw, required, safety });

const noted = (ctx: Ctx, kind: 'add' | 'edit' | 'delete', id: number | null, code: string | null, before: object | null, after: object | null) =>
  audit(ctx.db, ctx, { kind, document, id, code, before: before as Record<string, unknown> | null, after: after as Record<string, unknown> | null });
