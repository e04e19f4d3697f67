import { sql } from 'kysely';
import type { Permission } from '#contract/access/documents.ts';
import type { Grants } from '#contract/access/grants.ts';
import { listAddedMoneyPermissions } from '#contract/access/money-permissions.ts';
import type { ApprovalRequestLink } from '#contract/approval/shapes.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { requestApproval } from '#server/approval/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { PersonAccess } from './property-limits.ts';

/** Whether another super admin could approve. The only super admin of a new platform appoints the first colleagues alone. */
export async function hasAnotherSuperadmin(ctx: Ctx): Promise<boolean> {
  const other = await from(ctx, 'person:colleague')
    .select('person.id')
    .where('person.user_type', '=', userTypes.superadmin)
    .where('person.is_active', '=', true)
    .where('person.closed_at', 'is', null)
    .where(sql<boolean>`person.id is distinct from ${ctx.me.userId}`)
    .executeTakeFirst();
  return other !== undefined;
}

/** Requests a role that adds permissions on money to a person of Makao; null if the role adds none, or if a second person does not exist. */
export async function requestFinanceRole(
  ctx: Ctx,
  target: PersonAccess,
  role: { id: number; name: string } | null,
  grants: Grants,
): Promise<ApprovalRequestLink | null> {
  if (listAddedMoneyPermissions(target.most, grants).length === 0 || !(await hasAnotherSuperadmin(ctx))) return null;
  return requestApproval(ctx, 'financeRole', {
    subjectId: target.id,
    params: { person: target.id, name: target.name, role: role?.id ?? null, role_name: role?.name ?? '', grants: [...grants] },
    reason: m.access_act_no_reason(),
  });
}

/** Requests permissions on money for a platform role that people have; null if a second person is not needed. */
export async function requestRoleGrants(
  ctx: Ctx,
  row: { id: number; name: string; revision: number; holders: readonly number[] },
  before: Grants,
  change: { readonly name: string; readonly description: string; readonly grants: readonly string[] },
): Promise<ApprovalRequestLink | null> {
  const added = listAddedMoneyPermissions(before, new Set(change.grants as Permission[]));
  if (added.length === 0 || row.holders.length === 0 || !(await hasAnotherSuperadmin(ctx))) return null;
  return requestApproval(ctx, 'roleGrants', {
    subjectId: row.id,
    params: { role: row.id, role_name: row.name, revision: row.revision, added, change, holders: [...row.holders] },
    reason: m.access_act_no_reason(),
  });
}
