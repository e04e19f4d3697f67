import { sql } from 'kysely';
import type { JournalSourcePage } from '#contract/ledger/source.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { journalSourcePageSql } from '#server/kernel/sources.ts';

type Source = { readonly source: string; readonly source_id: number };

/** The pages that journals link to, for many at once, as their modules define them; the page itself checks permissions. */
export async function readSourcePages(db: Db, sources: readonly Source[]): Promise<(one: Source) => JournalSourcePage | null> {
  const keyOf = ({ source, source_id }: Source): string => `${source}:${source_id}`;
  const asked = [...new Map(sources.map((one) => [keyOf(one), { source: one.source, source_id: one.source_id }])).values()];
  if (asked.length === 0) return () => null;
  const { rows } = await sql<
    Source & Omit<JournalSourcePage, 'line'> & { line: number | null }
  >`/* unscoped: the source records of journal entries that the caller reads */
    select w.source, w.source_id, p.of, p.id, p.code, p.line from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w (source text, source_id bigint)
    cross join lateral (${journalSourcePageSql()}) p`.execute(db);
  const found = new Map(rows.map(({ of, id, code, line, ...one }) => [keyOf(one), { of, id, code, ...(line === null ? {} : { line }) }]));
  return (one) => found.get(keyOf(one)) ?? null;
}
