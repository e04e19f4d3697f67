import { sql } from 'kysely';
import type { AuditDocument } from '#contract/rooms.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';

/** The sheet the caller has brought in under this key already, for who sends it again. Two at once take turns. */
export async function sentBefore(ctx: Ctx, table: 'intake' | 'portfolio', key: string, document: AuditDocument): Promise<number | null> {
  const me = ctx.me.userId ?? 0;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table}:${me}:${key}`}, 0))`.execute(ctx.db);
  const { rows } = await sql<{ id: number; code: string }>`/* all: the caller's own, by the key they gave it */
    select id, code from ${sql.table(table)} where created_by = ${me} and client_key = ${key}`.execute(ctx.db);
  const [before] = rows;
  if (!before) return null;
  await audit(ctx.db, ctx, { kind: 'undefined', document, id: null, code: before.code, reason: 'sent again, brought in once' });
  return before.id;
}
