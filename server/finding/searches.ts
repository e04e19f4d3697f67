import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import qs from 'qs';
import type { findingCalls } from '#contract/finding/calls.ts';
import { findingLimits, type SearchFrequency } from '#contract/finding/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { parseWithProblems } from '#contract/kernel/problems.ts';
import type { SearchResponse } from '#contract/search/calls.ts';
import { SearchFilters, SearchQuery } from '#contract/search/query.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { parseJsonText } from '#server/http/json-text.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from, oneRow, remove, unscopedTable } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { readFilterNames, searchHandlers } from '#server/search/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof findingCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

/** Parses an address like /listings; other parameters (page, cursor, language) are dropped. */
export function normalizeSavedQuery(text: string): string {
  const given = qs.parse(text.replace(/^\?/, ''), { depth: 0, parameterLimit: 60 });
  const read = parseWithProblems(SearchFilters, given);
  if ('problems' in read) {
    // The call's field is `query`; the error names the wrong filter beside its reason.
    const [wrong] = Object.entries(read.problems);
    throw invalidInputRefusal({ query: wrong ? m.finding_problem_filter({ filter: wrong.join(' ') }) : m.finding_problem_query() });
  }
  const known = Object.keys(SearchFilters.shape).filter((name) => typeof given[name] === 'string' && given[name] !== '');
  return new URLSearchParams(known.map((name) => [name, String(given[name])])).toString();
}

/** The newest current matches of a saved search, with their count. */
export async function previewSearch(reads: pg.Pool, query: string, size: number): Promise<SearchResponse> {
  const given = qs.parse(query, { depth: 0, parameterLimit: 60 });
  return parseJsonText(await searchHandlers(reads).listings(null, SearchQuery.parse({ ...given, sort: 'newest', size }))) as SearchResponse;
}

export const listSavedSearches =
  (reads: pg.Pool) =>
  async (ctx: Ctx, { page, page_size }: HandlerInput<Calls['searches']>): Promise<HandlerResult<Calls['searches']>> => {
    const found = from(ctx, 'saved_search');
    const { rows, count } = await readPage(found, { page, page_size }, (q) =>
      q.select(['id', 'code', 'name', 'query', 'often', 'created_at', 'last_run_at']).orderBy('id', 'desc'),
    );
    const results: HandlerResult<Calls['searches']>['results'] = [];
    for (const row of rows) {
      const now = await previewSearch(reads, row.query, 1);
      results.push({
        ...row,
        names: await readFilterNames(reads, new URLSearchParams(row.query)),
        created_at: row.created_at.toISOString(),
        last_run_at: row.last_run_at.toISOString(),
        count: now.count,
        capped: now.capped,
      });
    }
    return { count, results };
  };

export async function saveSearch(ctx: Ctx, { name, query, often }: HandlerInput<Calls['searchSave']>): Promise<HandlerResult<Calls['searchSave']>> {
  const kept = normalizeSavedQuery(query);
  const same = await from(ctx, 'saved_search')
    .select(['id', 'code', 'often'])
    .where('name', '=', name)
    .where('query', '=', kept)
    .orderBy('id')
    .executeTakeFirst();
  if (same) return again(ctx, same, { name, often });
  const { n } = await from(ctx, 'saved_search')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (n >= findingLimits.searches) throw new Refusal('conflict', m.finding_refusal_searches({ most: findingLimits.searches }));
  const row = await add(ctx, 'saved_search')
    .values({ person_id: requireSignedIn(ctx).userId, name, query: kept, often, stop_key: randomBytes(24).toString('base64url') })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'saved_searches', id: row.id, code: row.code, after: { name, query: kept, often } });
  return row;
}

/** Saving the same search twice saves once; one that was switched off is switched on. */
async function again(
  ctx: Ctx,
  { often: was, ...row }: { id: number; code: string; often: SearchFrequency },
  next: { name: string; often: SearchFrequency },
) {
  if (was === 'off') await updateSavedSearch(ctx, { id: row.id, ...next });
  else await audit(ctx.db, ctx, { kind: 'add', document: 'saved_searches', id: row.id, code: row.code });
  return row;
}

export async function updateSavedSearch(
  ctx: Ctx,
  { id, name, often }: HandlerInput<Calls['searchUpdate']>,
): Promise<HandlerResult<Calls['searchUpdate']>> {
  const before = await from(ctx, 'saved_search').select(['name', 'often', 'code']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw missing();
  // Switched on again it starts now: listings from the time it was off are not sent.
  const anew = before.often === 'off' && often !== 'off' ? { last_run_at: clock.now() } : {};
  await change(ctx, 'saved_search')
    .set({ name, often, ...anew, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'saved_searches', id, code: before.code, before, after: { ...before, name, often } });
  return { id };
}

export async function removeSavedSearch(ctx: Ctx, { id }: HandlerInput<Calls['searchRemove']>): Promise<HandlerResult<Calls['searchRemove']>> {
  const gone = await remove(ctx, 'saved_search').where('id', '=', id).returning(['code', 'name']).executeTakeFirst();
  if (!gone) throw missing();
  await audit(ctx.db, ctx, { kind: 'delete', document: 'saved_searches', id, code: gone.code, before: { name: gone.name } });
  return { id };
}

/** The key in a message permits only stopping that search. */
export async function stopSavedSearch(ctx: Ctx, { key }: HandlerInput<Calls['searchStop']>): Promise<HandlerResult<Calls['searchStop']>> {
  const row = await unscopedTable(ctx.db, 'saved_search', 'the key in the email grants access')
    .change()
    .set({ often: 'off', updated_at: clock.now() })
    .where('stop_key', '=', key)
    .returning(['id', 'code', 'name'])
    .executeTakeFirst();
  if (!row) throw missing();
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'saved_searches',
    id: row.id,
    code: row.code,
    after: { often: 'off' },
    reason: 'stopped by link',
  });
  return { name: row.name };
}
