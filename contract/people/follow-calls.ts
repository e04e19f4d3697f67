import { z } from 'zod';
import { approvals } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { id } from '#contract/kernel/list.ts';
import { manyMost } from '#contract/kernel/page-sizes.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { twoActs } from './kinds.ts';
import { PersonFull } from './shapes.ts';

const user_id = id;
/** One account, or several by commas: as many as are acted on at once. */
const user_ids = z
  .union([z.number(), z.string().max(2000)])
  .transform((given): unknown => String(given).split(','))
  .pipe(z.array(id).min(1).max(manyMost));
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const platform = { only: platformRoles } as const;

/** What follows an act on an account, and what takes two to do. */
export const followCalls = {
  askSuperadmin: call({
    method: 'POST',
    path: '/api/v2/accounts/user/ask_superadmin/',
    summary: 'Ask that a superadmin be disabled or deleted; a second superadmin confirms',
    needs: { only: ['superadmin'], with: ['admins', 'delete'] },
    fresh: true,
    query: z.object({ user_id }),
    body: z.strictObject({ act: z.enum(twoActs), reason }),
    result: PersonFull,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'account',
  }),
  settleRequest: call({
    method: 'PATCH',
    path: '/api/v2/accounts/user/settle_request/',
    summary: 'Confirm what another superadmin asked, which does it, or let it be',
    needs: approvals.superadmin.needs,
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
    summary: 'What follows when this account, or these, are held back or closed: said before it is done',
    needs: platform,
    query: z.object({ user_id: user_ids }),
    result: z.object({ live_listings: z.number(), staff: z.number(), mandates: z.number() }),
    fails: ['notFound'],
  }),
} as const;
