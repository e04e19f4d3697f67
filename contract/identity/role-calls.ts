import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { profileSchemas } from './profile.ts';

/** The payout account given at onboarding, masked. The real one is set in the wallet, with a code. */
const Masked = z.object({ by: z.enum(['mpesa', 'bank']), bank: z.string().nullable(), hint: z.string() });
const RoleDetails = z.object({
  payout: Masked.nullable(),
  budget_cents: z.number().nullable(),
  areas: z.array(z.string()),
});
export type RoleDetails = z.output<typeof RoleDetails>;

/** The onboarding details of a role, which can be changed later. */
export const roleCalls = {
  roleDetails: call({
    method: 'GET',
    path: '/api/v2/accounts/role_details/',
    summary: 'Get the details the caller entered for their role when joining; payout details are masked',
    needs: 'signed-in',
    result: RoleDetails,
    fails: [],
  }),
  changeWishes: call({
    method: 'POST',
    path: '/api/v2/accounts/change_wishes/',
    summary: 'Save a tenant’s maximum monthly rent and the counties they search in',
    needs: 'signed-in',
    body: profileSchemas.tenant,
    result: RoleDetails,
    fails: ['conflict'],
    document: 'account',
  }),
} as const;
