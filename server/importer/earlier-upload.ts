import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditDocument } from '#contract/modules.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';

/** The hash of a sheet's content. */
export const computeSheetChecksum = (given: object): string => createHash('sha256').update(JSON.stringify(given)).digest('hex');

/**
 * The sheet that the caller has already imported under this idempotency key. Another sheet under the same key is rejected. Concurrent requests wait
 * for each other.
 */
export async function findEarlierUpload(
  ctx: Ctx,
  table: 'intake' | 'portfolio',
  key: string,
  sum: string,
  document: AuditDocument,
): Promise<number | null> {
  const me = requireSignedIn(ctx).userId;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table}:${me}:${key}`}, 0))`.execute(ctx.db);
  const { rows } = await sql<{ id: number; code: string; sent_sha256: string | null }>`/* unscoped: the caller's own, by the key they gave it */
    select id, code, sent_sha256 from ${sql.table(table)} where created_by = ${me} and client_key = ${key}`.execute(ctx.db);
  const [before] = rows;
  if (!before) return null;
  if (before.sent_sha256 !== null && before.sent_sha256 !== sum) throw new Refusal('keyReused', sentence('keyReused'));
  await audit(ctx.db, ctx, { kind: 'undefined', document, id: null, code: before.code, reason: 'sent again, brought in once' });
  return before.id;
}
