import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { relate } from './service.ts';

/**
 * Whoever came by an invitation as a tenant is whom the company wrote down under the number or e-mail it was sent to, or new to it. What
 * they say of themselves does not count: anybody can write down another's number.
 */
export async function followInvitation(ctx: Ctx, given: Happenings['invitation.accepted']): Promise<void> {
  const { kind, companyId, personId } = given;
  if (kind !== 'tenant') return;
  const why = 'who accepted a company’s invitation is known to it';
  const person = await everything(ctx.db, 'person', why).select().select(['name', 'phone', 'email']).where('id', '=', personId).executeTakeFirst();
  if (!person) return;
  const written =
    given.phone !== null
      ? sql<boolean>`t.phone = ${given.phone}`
      : given.email !== null
        ? sql<boolean>`t.phone is null and lower(t.email) = ${given.email.toLowerCase()}`
        : sql<boolean>`false`;
  await everything(ctx.db, 'tenant', why)
    .change()
    .set({ person_id: personId, updated_at: clock.now() })
    .where(sql<boolean>`id = (select t.id from tenant t where t.company_id = ${companyId} and t.merged_into is null and t.person_id is null
      and ${written} order by t.id limit 1)`)
    .where(
      sql<boolean>`not exists (select 1 from tenant own where own.company_id = ${companyId} and own.merged_into is null and own.person_id = ${personId})`,
    )
    .execute();
  await relate(ctx, companyId, { personId, ...person });
}
