import { sql } from 'kysely';
import { formatJournalSentence } from '#contract/ledger/kinds.ts';
import type { LedgerEffect } from '#contract/ledger/ledger-effects.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { journalAmountSql } from './movements.ts';
import { readSourcePages } from './source.ts';

/** The journals about records that the caller may see, oldest first, each with its text. */
export async function readLedgerEffects(db: Db, sources: readonly (readonly [table: string, ids: readonly number[]])[]): Promise<LedgerEffect[]> {
  const asked = sources.flatMap(([table, ids]) => ids.map((id) => ({ table, id })));
  if (asked.length === 0) return [];
  type Row = { id: number; code: string; kind: string; params: unknown; day: string; cents: number; source: string; source_id: number };
  const { rows } = await sql<Row>`/* unscoped: journal entries of a record that the caller sees */
    select j.id, j.code, j.kind, j.params, j.source, j.source_id, j.day::text, ${journalAmountSql(sql`j.id`)} as cents
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w ("table" text, id bigint) join journal j on j.source = w."table" and j.source_id = w.id
    order by j.id`.execute(db);
  const pageOf = await readSourcePages(db, rows);
  return rows.map(({ kind, params, source, source_id, ...row }) => ({
    ...row,
    says: formatJournalSentence(kind, params),
    page: pageOf({ source, source_id }),
  }));
}
