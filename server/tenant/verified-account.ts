import { sql } from 'kysely';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

/**
 * Links a record to the account that verified its number or email, so that a landlord who types that contact cannot pass over the account. Used only
 * where the account is asked next, because contacts are mistyped. The code to sign goes to the number, so the owner of the number comes first.
 */
export async function linkVerifiedAccount(ctx: Ctx, tenantId: number): Promise<void> {
  const { rows } = await sql<{ other: number | null }>`/* unscoped: the account that verified the contact of a record is asked before it pays */
    with found as (
      select p.id as account, (select o.id from tenant o where o.company_id = n.company_id and o.person_id = p.id and o.merged_into is null) as other
      from tenant n join person p on p.closed_at is null
        and ((p.phone = n.phone and p.phone_proved_at is not null) or (p.email = n.email::citext and p.email_verified))
      where n.id = ${tenantId} and n.person_id is null and n.merged_into is null order by p.phone is not distinct from n.phone desc, p.id limit 1),
    linked as (update tenant t set person_id = found.account, updated_at = app.now() from found where t.id = ${tenantId} and found.other is null)
    select other from found`.execute(ctx.db);
  if (rows.some(({ other }) => other !== null)) throw invalidInputRefusal({ people: m.tenant_problem_account_known() });
}
