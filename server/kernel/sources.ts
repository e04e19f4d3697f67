import { type RawBuilder, sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';

/**
 * The page that a journal links to, by the table that its source names: a parenthesised subquery of the ledger's query with `of`, `id` and `code` of
 * the page for the record `w.source_id`, and perhaps the number of its `line` there. If there are several, the first one counts.
 */
export type JournalSourcePages = Readonly<Record<string, RawBuilder<JournalSourcePage>>>;

const known = new Map<string, RawBuilder<JournalSourcePage>>();
/** Called once for every module at start; registering the same pages again changes nothing. */
export function registerJournalSources(sources: JournalSourcePages): void {
  for (const [table, pages] of Object.entries(sources)) {
    if (known.has(table) && known.get(table) !== pages) throw new Error(`two modules declare the source page of ${table}`);
    known.set(table, pages);
  }
}

/** All registered source pages as one expression, for a row `w` with `source` and `source_id`. */
export const journalSourcePageSql = (): RawBuilder<JournalSourcePage> =>
  sql<JournalSourcePage>`${sql.join(
    [...known].map(
      ([table, pages]) => sql`select s.of, s.id, s.code, (to_jsonb(s) ->> 'line')::int as line from ${pages} s where w.source = ${table}`,
    ),
    sql` union all `,
  )} limit 1`;
