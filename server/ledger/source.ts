import { sql } from 'kysely';
import type { SourcePage } from '#contract/ledger/source.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { pageOfSource } from '#server/kernel/sources.ts';

type Source = { readonly source: string; readonly source_id: number };

/** What a person opens to see what journals are about, for all of them at once, as their rooms say; whether they may is said by the page. */
export async function pagesFor(db: Db, sources: readonly Source[]): Promise<(one: Source) => SourcePage | null> {
  const keyOf = ({ source, source_id }: Source): string => `${source}:${source_id}`;
  const asked = [...new Map(sources.map((one) => [keyOf(one), { source: one.source, source_id: one.source_id }])).values()];
  if (asked.length === 0) return () => null;
  const { rows } = await sql<Source & SourcePage>`/* all: what journals the caller reads are about */
    select w.source, w.source_id, p.of, p.id, p.code from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w (source text, source_id bigint)
    cross join lateral (${pageOfSource()}) p`.execute(db);
  const found = new Map(rows.map(({ of, id, code, ...one }) => [keyOf(one), { of, id, code }]));
  return (one) => found.get(keyOf(one)) ?? null;
}
