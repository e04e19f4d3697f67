import { sql } from 'kysely';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, from } from '#server/kernel/scoped.ts';
import { holdAbove } from './plan.ts';

/** These offers have another contact now. All of them or none: one that is no longer the last contact's is a conflict the caller should see. */
export async function handOver(ctx: Ctx, ids: readonly number[], last: number, next: number): Promise<number> {
  const wanted = [...new Set(ids)];
  await holdAbove(ctx, from(ctx, 'listing').select('property_id').where('id', 'in', wanted), wanted);
  const rows = await from(ctx, 'listing').select(['id', 'code', 'contact_id']).where('id', 'in', wanted).orderBy('id').forNoKeyUpdate().execute();
  if (rows.length < wanted.length) throw new Refusal('notFound', sentence('itemNotFound'));
  if (rows.some((row) => row.contact_id !== last)) throw new Refusal('conflict', sentence('changedMeanwhile'));
  await change(ctx, 'listing')
    .set({ contact_id: next, updated_by: ctx.me.userId, updated_at: sql`app.now()`, revision: sql`revision + 1` })
    .where('id', 'in', wanted)
    .execute();
  for (const { id, code } of rows)
    await audit(ctx.db, ctx, { kind: 'edit', document: 'listing', id, code, before: { contact_id: last }, after: { contact_id: next } });
  return rows.length;
}
