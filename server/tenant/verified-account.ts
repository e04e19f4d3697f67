import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';

const why = 'the account that verified the contact of a record is asked before a tenancy of that record begins';

/**
 * Links a record to the account that verified its number or email, so that a landlord who types that contact cannot pass over the account. Used only
 * where the account is asked next, because contacts are mistyped.
 */
export async function linkVerifiedAccount(ctx: Ctx, tenantId: number): Promise<void> {
  const record = await systemRows(ctx.db, 'tenant', why)
    .select(['id', 'company_id', 'phone', 'email'])
    .where('id', '=', tenantId)
    .where('person_id', 'is', null)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (!record || (record.phone === null && record.email === null)) return;
  const account = await unscopedTable(ctx.db, 'person', why)
    .select()
    .select(['id', 'phone'])
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`((phone = ${record.phone} and phone_proved_at is not null) or (lower(email::text) = lower(${record.email}::text) and email_verified))`,
    )
    // The code to sign goes to the number, so the owner of the number comes first.
    .orderBy(sql`phone is not distinct from ${record.phone}`, 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (!account) return;
  const other = await systemRows(ctx.db, 'tenant', why)
    .select('id')
    .where('company_id', '=', record.company_id)
    .where('person_id', '=', account.id)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (other) throw invalidInputRefusal({ people: m.tenant_problem_account_known() });
  await sameRow(ctx.db, 'tenant', record).change().set({ person_id: account.id, updated_at: clock.now() }).$call(oneRow);
}
