import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { findOrCreateTenant } from './service.ts';

/**
 * Links a user who accepted an invitation as a tenant to the record with the invited number or email, or creates a record. Contact data the user
 * typed does not count, because any person can type another person's number.
 */
export async function onInvitationAccepted(ctx: Ctx, given: DomainEvents['invitation.accepted']): Promise<void> {
  const { kind, companyId, personId } = given;
  if (kind !== 'tenant') return;
  const why = 'a company knows the people who accepted its invitation';
  const person = await unscopedTable(ctx.db, 'person', why).select().select(['name', 'phone', 'email']).where('id', '=', personId).executeTakeFirst();
  if (!person) return;
  const written =
    given.phone !== null
      ? sql<boolean>`t.phone = ${given.phone}`
      : given.email !== null
        ? sql<boolean>`t.phone is null and lower(t.email) = ${given.email.toLowerCase()}`
        : sql<boolean>`false`;
  await unscopedTable(ctx.db, 'tenant', why)
    .change()
    .set({ person_id: personId, updated_at: clock.now() })
    .where(sql<boolean>`id = (select t.id from tenant t where t.company_id = ${companyId} and t.merged_into is null and t.person_id is null
      and ${written} order by t.id limit 1)`)
    .where(
      sql<boolean>`not exists (select 1 from tenant own where own.company_id = ${companyId} and own.merged_into is null and own.person_id = ${personId})`,
    )
    .execute();
  await findOrCreateTenant(ctx, companyId, { personId, ...person });
}
