import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { profiles } from './profile.ts';

/** Where rent was to go, as told on joining and as much of it as one recognises. Where it goes is said in the wallet, with a code. */
const Masked = z.object({ by: z.enum(['mpesa', 'bank']), bank: z.string().nullable(), hint: z.string() });
const Told = z.object({
  payout: Masked.nullable(),
  budget_cents: z.number().nullable(),
  areas: z.array(z.string()),
});
export type RoleDetails = z.output<typeof Told>;

/** What belongs to a role and was asked for on joining, filled in or changed later. */
export const roleCalls = {
  roleDetails: call({
    method: 'GET',
    path: '/api/v2/accounts/role_details/',
    summary: 'What the caller told on joining for their role; payout details mostly hidden',
    needs: 'signed-in',
    result: Told,
    fails: [],
  }),
  changeWishes: call({
    method: 'POST',
    path: '/api/v2/accounts/change_wishes/',
    summary: 'What a tenant would pay a month, and in which counties they look',
    needs: 'signed-in',
    body: profiles.tenant,
    result: Told,
    fails: ['conflict'],
    document: 'account',
  }),
} as const;
