import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { change, from, unscopedTable } from '#server/kernel/scoped.ts';
import { lockCompanyPropertyAndListings } from './plan-limit.ts';

const why = 'listings of units whose mandate ended for the agency';
/** A mandate ended: people of the owner replace those of the agency as contacts of these listings. */
export async function returnListingContactsToOwner(ctx: Ctx, { agentCompanyId, propertyIds }: DomainEvents['mandate.ended']): Promise<void> {
  if (propertyIds.length === 0) return;
  const rows = await unscopedTable(ctx.db, 'listing', why)
    .select()
    .innerJoin('person', 'person.id', 'listing.contact_id')
    .select(['listing.id', 'listing.code', 'listing.contact_id'])
    .where('person.company_id', '=', agentCompanyId)
    .where('listing.property_id', 'in', [...propertyIds])
    .where('listing.deleted_at', 'is', null)
    .orderBy('listing.id')
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await lockCompanyPropertyAndListings(ctx, unscopedTable(ctx.db, 'listing', why).select().select('property_id').where('id', 'in', ids), ids);
  await unscopedTable(ctx.db, 'listing', why)
    .change()
    .set({ contact_id: null, updated_at: sql`app.now()`, revision: sql`revision + 1` })
    .where('id', 'in', ids)
    .execute();
  for (const { id, code, contact_id } of rows)
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'listing',
      id,
      code,
      before: { contact_id },
      after: { contact_id: null },
      reason: 'the agency’s mandate ended',
    });
}

/** Changes the contact of these listings, all or none. A listing that no longer has the old contact is a conflict. */
export async function reassignContact(ctx: Ctx, ids: readonly number[], last: number, next: number): Promise<number> {
  const wanted = [...new Set(ids)];
  await lockCompanyPropertyAndListings(ctx, from(ctx, 'listing').select('property_id').where('id', 'in', wanted), wanted);
  const rows = await from(ctx, 'listing').select(['id', 'code', 'contact_id']).where('id', 'in', wanted).orderBy('id').forNoKeyUpdate().execute();
  if (rows.length < wanted.length) throw new Refusal('notFound', sentence('itemNotFound'));
  if (rows.some((row) => row.contact_id !== last)) throw new Refusal('conflict', sentence('editConflict'));
  await change(ctx, 'listing')
    .set({ contact_id: next, updated_by: ctx.me.userId, updated_at: sql`app.now()`, revision: sql`revision + 1` })
    .where('id', 'in', wanted)
    .execute();
  for (const { id, code } of rows)
    await audit(ctx.db, ctx, { kind: 'edit', document: 'listing', id, code, before: { contact_id: last }, after: { contact_id: next } });
  return rows.length;
}
