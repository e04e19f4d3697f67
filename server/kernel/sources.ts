import { type RawBuilder, sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';

/**
 * What a person opens to see what journals of a module are about, by the table they name: `of`, `id` and `code` of the page, for the record
 * `w.source_id`, in brackets: part of the ledger's query. Of several the first counts.
 */
export type SourcePages = Readonly<Record<string, RawBuilder<SourcePage>>>;

const known = new Map<string, RawBuilder<SourcePage>>();
/** Registered once for every module at start; registering it again changes nothing. */
export function registerSources(sources: SourcePages): void {
  for (const [table, pages] of Object.entries(sources)) {
    if (known.has(table) && known.get(table) !== pages) throw new Error(`two modules declare the source page of ${table}`);
    known.set(table, pages);
  }
}

/** All of them as one, for a row `w` with its `source` and `source_id`. */
export const pageOfSource = (): RawBuilder<SourcePage> =>
  sql<SourcePage>`${sql.join(
    [...known].map(([table, pages]) => sql`select s.of, s.id, s.code from ${pages} s where w.source = ${table}`),
    sql` union all `,
  )} limit 1`;
