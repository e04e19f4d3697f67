import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { TaxonCalls, TaxonText } from '#contract/taxonomy/calls.ts';
import { documentByTaxonKind, maxSearchableAmenities, type TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Taxon } from '#contract/taxonomy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { oneRow } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { containsTextSql, orderByColumn } from '#server/lists/list.ts';
import { reorderIds } from '#server/lists/reorder.ts';
import { m } from '#words/messages.js';
import { moveTaxonUses } from './merge.ts';
import { selectTaxon, toTaxon } from './rows.ts';

export { readVocabulary } from './vocabulary.ts';

const missing = () => new Refusal('notFound', sentence('itemNotFound'));

async function all(
  kind: TaxonKind,
  ctx: Ctx,
  { page, page_size, sort, z_filter: f = {} }: HandlerInput<TaxonCalls['list']>,
): Promise<HandlerResult<TaxonCalls['list']>> {
  const wanted = [sql`taxon.kind = ${kind}`, sql<boolean>`taxon.deleted_at is null`];
  if (f.q)
    wanted.push(sql`(${containsTextSql('taxon.name', f.q)} or ${containsTextSql('taxon.name_sw', f.q)} or ${containsTextSql('taxon.code', f.q)}
      or exists (select 1 from unnest(taxon.aliases) alias where ${containsTextSql('alias', f.q)}))`);
  if (f.visible) wanted.push(sql`taxon.visible = ${f.visible === 'shown'}`);
  if (f.grouped) wanted.push(sql`taxon.grouped = ${f.grouped}`);
  if (f.applies_to) wanted.push(sql`taxon.applies_to = ${f.applies_to}`);
  const where = sql.join(wanted, sql` and `);
  const { rows } = await sql<
    Parameters<typeof toTaxon>[0]
  >`${selectTaxon(kind, ctx.me)} where ${where} order by ${orderByColumn(sort.replace(/^(-?)/, '$1taxon.'))}, taxon.id
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(ctx.db);
  const { rows: total } = await sql<{ n: number }>`select count(*) as n from taxon where ${where}`.execute(ctx.db);
  return { results: rows.map(toTaxon), count: Number(total[0]?.n ?? 0) };
}

async function one(kind: TaxonKind, ctx: Ctx, id: number, lock = false): Promise<Taxon> {
  const { rows } = await sql<Parameters<typeof toTaxon>[0]>`${selectTaxon(kind, ctx.me, null)}
    where taxon.id = ${id} and taxon.kind = ${kind} and taxon.deleted_at is null ${lock ? sql`for update of taxon` : sql``}`.execute(ctx.db);
  if (!rows[0]) throw missing();
  return toTaxon(rows[0]);
}

/** Writers of one vocabulary run one at a time, so that checks of codes, bits and order stay valid. */
const queue = (ctx: Ctx, kind: TaxonKind) => sql`select pg_advisory_xact_lock(hashtextextended(${`taxon:${kind}`}, 0))`.execute(ctx.db);

async function create(kind: TaxonKind, ctx: Ctx, { code, ...text }: HandlerInput<TaxonCalls['create']>): Promise<Taxon> {
  await queue(ctx, kind);
  const own = code ?? toSlug(text.name).replaceAll('-', '_').slice(0, 60);
  await mayBeCalled(ctx, kind, { code: own, name: text.name, typed: code !== undefined }, null);
  const fields = await fitting(ctx, kind, text);
  const { rows } = await sql<{ next: number }>`select coalesce(max(sort), -1) + 1 as next from taxon where kind = ${kind}`.execute(ctx.db);
  const bit = kind === 'amenity' && text.searchable ? await freeBit(ctx) : null;
  const { id } = await ctx.db
    .insertInto('taxon')
    .values({ kind, code: own, ...fields, bit, sort: Number(rows[0]?.next ?? 0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await one(kind, ctx, id);
  await noted(ctx, kind, 'add', null, made);
  return made;
}

async function update(kind: TaxonKind, ctx: Ctx, { id, revision, ...given }: HandlerInput<TaxonCalls['update']>): Promise<Taxon> {
  await queue(ctx, kind);
  const before = await one(kind, ctx, id, true);
  stillThere(before, revision);
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<TaxonText>;
  const next = { ...factsOf(before), ...sent, code: sent.code ?? before.code };
  await mayBeCalled(ctx, kind, { code: next.code, name: next.name, typed: sent.code !== undefined }, id);
  const fields = await fitting(ctx, kind, next);
  const bit = kind !== 'amenity' || !next.searchable ? sql<null>`null` : before.searchable ? sql<number>`bit` : sql<number>`${await freeBit(ctx)}`;
  await ctx.db
    .updateTable('taxon')
    .set((eb) => ({ ...fields, code: next.code, bit, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', id)
    .$call(oneRow);
  const after = await one(kind, ctx, id);
  await noted(ctx, kind, 'edit', before, after);
  return after;
}

/** The named terms exchange positions in the given order; others keep theirs. */
async function order(kind: TaxonKind, ctx: Ctx, { ids }: HandlerInput<TaxonCalls['reorder']>): Promise<HandlerResult<TaxonCalls['reorder']>> {
  await queue(ctx, kind);
  const rows = await ctx.db
    .selectFrom('taxon')
    .select(['id', 'code', 'sort'])
    .where('kind', '=', kind)
    .where('taxon.deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .forUpdate()
    .execute();
  const ordered = reorderIds(
    rows.map((r) => r.id),
    ids,
  );
  if (!ordered) throw missing();
  const codeOf = new Map(rows.map((r) => [r.id, r.code]));
  const spoken = (list: readonly number[]) => list.map((id) => codeOf.get(id)).join(', ');
  await sql`update taxon set sort = at.n, updated_at = app.now() from unnest(${ordered}::bigint[]) with ordinality as at(id, n)
    where taxon.id = at.id and taxon.sort is distinct from at.n`.execute(ctx.db);
  const before = { order: spoken(rows.map((r) => r.id)) };
  await audit(ctx.db, ctx, { kind: 'edit', document: documentByTaxonKind[kind], id: null, before, after: { order: spoken(ordered) } });
  await enqueueJob(ctx.db, 'vocabulary.changed', { kind });
  return { ids: ordered };
}

async function merge(
  kind: TaxonKind,
  ctx: Ctx,
  { id, into_id, revision }: HandlerInput<TaxonCalls['merge']>,
): Promise<HandlerResult<TaxonCalls['merge']>> {
  await queue(ctx, kind);
  if (id === into_id) throw invalidInputRefusal({ into_id: m.taxonomy_problem_another() });
  const gone = await one(kind, ctx, id, true);
  stillThere(gone, revision);
  const target = await one(kind, ctx, into_id, true);
  const moved = await moveTaxonUses(ctx, kind, id, into_id);
  await ctx.db
    .updateTable('taxon')
    .set({ deleted_at: clock.now(), merged_into: into_id, bit: null, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
  // Terms that were merged into this one earlier are redirected too, so that one step always finds the term in use.
  await ctx.db.updateTable('taxon').set({ merged_into: into_id }).where('merged_into', '=', id).execute();
  // The old name becomes an alias, so that a search by that name finds the remaining term.
  const aliases = unlike(target.name, [...target.aliases, gone.name, ...gone.aliases]).slice(0, 40);
  await ctx.db
    .updateTable('taxon')
    .set((eb) => ({ aliases, revision: eb('revision', '+', 1), updated_at: clock.now() }))
    .where('id', '=', into_id)
    .$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'delete',
    document: documentByTaxonKind[kind],
    id,
    code: gone.code,
    before: factsOf(gone),
    after: { merged_into: target.code, moved },
    reason: `merged into ${target.code}`,
  });
  const into = await one(kind, ctx, into_id);
  await noted(ctx, kind, 'edit', target, into);
  return { into, moved };
}

async function remove(kind: TaxonKind, ctx: Ctx, { id }: HandlerInput<TaxonCalls['remove']>): Promise<{ id: number }> {
  await queue(ctx, kind);
  const row = await one(kind, ctx, id, true);
  const uses = usesOf(row);
  if (uses) throw new Refusal('conflict', m.taxonomy_refusal_used({ name: row.name, uses }), { used: row.used });
  await ctx.db.updateTable('taxon').set({ deleted_at: clock.now(), bit: null, updated_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await noted(ctx, kind, 'delete', row, null);
  return { id };
}

const usesOf = ({ used }: Taxon): string => {
  const said = (count: number, says: (inputs: { count: number }) => string) => (count === 0 ? [] : [says({ count })]);
  return [
    ...said(used.properties, m.taxonomy_used_properties),
    ...said(used.units, m.taxonomy_used_units),
    ...said(used.types, m.taxonomy_used_types),
  ].join(', ');
};

const unlike = (name: string, aliases: readonly string[]): string[] => {
  const seen = new Set([name.toLowerCase()]);
  return aliases.filter((alias) => !seen.has(alias.toLowerCase()) && seen.add(alias.toLowerCase()));
};

function stillThere(row: Taxon, revision: number | undefined): void {
  if (revision !== undefined && revision !== row.revision) throw new Refusal('conflict', sentence('editConflict'), { current: row });
}

type Called = { readonly code: string; readonly name: string; readonly typed: boolean };
/** If the code was generated from the name, the error is about the name, because the user entered no code. */
async function mayBeCalled(ctx: Ctx, kind: TaxonKind, { code, name, typed }: Called, but: number | null): Promise<void> {
  const { rows } = await sql<{ code: boolean }>`select code = ${code} as code from taxon where kind = ${kind} and deleted_at is null
    and (code = ${code} or lower(name) = lower(${name})) and id is distinct from ${but}::bigint order by 1 desc limit 1`.execute(ctx.db);
  if (!rows[0]) return;
  const byCode = rows[0].code && typed;
  const said = byCode ? m.taxonomy_refusal_code_taken({ code }) : m.taxonomy_refusal_name_taken({ name });
  throw new Refusal('conflict', said, { fields: { [byCode ? 'code' : 'name']: said } });
}

type Fields = Omit<TaxonText, 'code'>;

/** The fields this vocabulary has; others keep their defaults. */
async function fitting(ctx: Ctx, kind: TaxonKind, given: Fields) {
  const category_id = kind === 'property_type' ? given.category_id : null;
  if (category_id !== null) {
    const category = await ctx.db
      .selectFrom('taxon')
      .select('id')
      .where('id', '=', category_id)
      .where('kind', '=', 'property_category')
      .where('taxon.deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!category) throw invalidInputRefusal({ category_id: m.taxonomy_problem_category() });
  }
  return {
    name: given.name,
    name_sw: given.name_sw,
    icon: given.icon,
    grouped: kind === 'amenity' ? given.grouped : '',
    applies_to: kind === 'property_type' ? ('property' as const) : kind === 'unit_type' ? ('unit' as const) : given.applies_to,
    listing_types: [...new Set(given.listing_types)].sort(),
    bedrooms: kind === 'unit_type' ? given.bedrooms : null,
    category_id,
    aliases: unlike(given.name, given.aliases),
    searchable: given.searchable,
    visible: given.visible,
  };
}

async function freeBit(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ bit: number | null }>`select min(n) as bit from generate_series(0, ${maxSearchableAmenities - 1}) n
    where not exists (select 1 from taxon where taxon.bit = n and taxon.deleted_at is null)`.execute(ctx.db);
  const bit = rows[0]?.bit ?? null;
  const said = m.taxonomy_refusal_searchable({ most: maxSearchableAmenities });
  if (bit === null) throw new Refusal('conflict', said, { fields: { searchable: said } });
  return Number(bit);
}

const factsOf = (row: Taxon): TaxonText & { code: string } => {
  const { code, name, name_sw, icon, applies_to, listing_types, bedrooms, category_id, aliases, searchable, visible: shown } = row;
  const own = { code, name, name_sw, icon, applies_to, bedrooms, category_id, aliases, searchable, visible: shown };
  return { ...own, grouped: row.grouped as TaxonText['grouped'], listing_types: listing_types as TaxonText['listing_types'] };
};

async function noted(ctx: Ctx, kind: TaxonKind, what: 'add' | 'edit' | 'delete', before: Taxon | null, after: Taxon | null): Promise<void> {
  const row = after ?? before;
  const facts = { before: before && factsOf(before), after: after && factsOf(after) };
  await audit(ctx.db, ctx, { kind: what, document: documentByTaxonKind[kind], id: row?.id ?? null, code: row?.code ?? null, ...facts });
  await enqueueJob(ctx.db, 'vocabulary.changed', { kind });
}

/** The seven handlers of each of the four vocabularies. */
export const taxonHandlers = (kind: TaxonKind): CallHandlers<TaxonCalls> => ({
  list: (ctx, input) => all(kind, ctx, input),
  details: (ctx, { id }) => one(kind, ctx, id),
  create: (ctx, input) => create(kind, ctx, input),
  update: (ctx, input) => update(kind, ctx, input),
  reorder: (ctx, input) => order(kind, ctx, input),
  merge: (ctx, input) => merge(kind, ctx, input),
  remove: (ctx, input) => remove(kind, ctx, input),
});
