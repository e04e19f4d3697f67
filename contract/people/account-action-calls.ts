import { z } from 'zod';
import { approvalRules } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { id } from '#contract/kernel/list.ts';
import { maxBulkItems } from '#contract/kernel/page-sizes.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { dualApprovalActions } from './kinds.ts';
import { PersonDetails } from './shapes.ts';

const user_id = id;
/** One account, or several separated by commas, up to the bulk limit. */
const user_ids = z
  .union([z.number(), z.string().max(2000)])
  .transform((given): unknown => String(given).split(','))
  .pipe(z.array(id).min(1).max(maxBulkItems));
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const platform = { only: platformRoles } as const;

/** Consequences of account actions, and requests that need two super admins. */
export const accountActionCalls = {
  askSuperadmin: call({
    method: 'POST',
    path: '/api/v2/accounts/user/ask_superadmin/',
    summary: 'Request that a super admin be disabled or deleted; a second super admin confirms',
    needs: { only: ['superadmin'], with: ['admins', 'delete'] },
    fresh: true,
    query: z.object({ user_id }),
    body: z.strictObject({ act: z.enum(dualApprovalActions), reason }),
    result: PersonDetails,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'account',
  }),
  settleRequest: call({
    method: 'PATCH',
    path: '/api/v2/accounts/user/settle_request/',
    summary: 'Confirm another super admin’s request, which carries it out, or reject it',
    needs: approvalRules.superadmin.needs,
    fresh: true,
    query: byId,
    body: z.strictObject({ agree: z.boolean() }),
    result: z.object({ id: z.number(), agreed: z.boolean() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    toast: 'statusUpdated',
    document: 'account',
  }),
  consequences: call({
    method: 'GET',
    path: '/api/v2/accounts/user/user_consequences/',
    summary: 'Preview the consequences of suspending, disabling or closing accounts',
    needs: platform,
    query: z.object({ user_id: user_ids }),
    result: z.object({ live_listings: z.number(), staff: z.number(), mandates: z.number() }),
    fails: ['notFound'],
  }),
} as const;
