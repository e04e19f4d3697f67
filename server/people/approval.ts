import { sql } from 'kysely';
import { approvalRules } from '#contract/approval/purposes.ts';
import { defineApprovalPurpose, isNewApprover } from '#server/approval/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

const rule = approvalRules.superadmin;
const newHere = () => m.people_refusal_two_new({ days: rule.settled.days });
/** Disabling or deleting a super admin. The target may confirm their own removal, even with a new role. */
export const superadminRemovalApproval = defineApprovalPurpose({
  rule,
  table: 'superadmin_request',
  id: 'id',
  askedBy: 'asked_by',
  askedAt: 'created_at',
  pending: (t) => sql`${t('settled_at')} is null`,
  ownRequest: { says: m.people_refusal_two },
  exempt: ({ userId }, t) => sql`${t('person_id')} = ${userId}::bigint`,
  also: [
    {
      is: ({ userId }, t) => sql`(${isNewApprover(rule.settled, t('asked_by'))} and ${t('person_id')} is distinct from ${userId}::bigint)`,
      says: () => m.people_refusal_two_new_asker({ days: rule.settled.days }),
    },
  ],
});

/** New super admins cannot make a request either, so that no person bypasses dual approval with an account they created themselves. */
export async function assertMayRequestApproval(ctx: Pick<Ctx, 'db' | 'me'>): Promise<void> {
  const { rows } = await sql<{ is_new: boolean }>`select ${isNewApprover(rule.settled, sql`${ctx.me.userId}::bigint`)} as is_new`.execute(ctx.db);
  if (rows[0]?.is_new) throw new Refusal('forbidden', newHere());
}
