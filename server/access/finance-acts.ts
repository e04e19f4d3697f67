import { z } from 'zod';
import type { Permission } from '#contract/access/documents.ts';
import { formatPermissionName } from '#contract/access/permission-name.ts';
import { defineRequestedAct } from '#server/approval/service.ts';
import { Refusal } from '#server/kernel/ctx.ts';
import type { RequestedActs } from '#server/kernel/requested-acts.ts';
import { m } from '#words/messages.js';
import { setPersonRole } from './explain.ts';
import { applyRoleChange, listRoleHolderIds } from './roles.ts';

const permissions = z.array(z.string()).transform((all) => [...all].sort() as Permission[]);
const roleParams = z.object({ person: z.number(), name: z.string(), role: z.number().nullable(), role_name: z.string(), grants: permissions });
const grantParams = z.object({
  role: z.number(),
  role_name: z.string(),
  revision: z.number(),
  added: permissions,
  change: z.object({ name: z.string(), description: z.string(), grants: permissions }),
  /** The people who had the role when it was requested; null for requests from before they were stored. */
  holders: z.array(z.number()).nullable().default(null),
});

/** Acts that give a person of Makao permissions on money. */
export const financeRoleActs: RequestedActs = {
  financeRole: defineRequestedAct({
    params: roleParams,
    document: 'staff',
    describe: ({ name, role, role_name, grants }) =>
      role === null ? m.access_act_all_rights({ name }) : m.access_act_role({ name, role: role_name, count: grants.length }),
    execute: (ctx, { person, role, grants }) => setPersonRole(ctx, person, role, grants),
  }),
  roleGrants: defineRequestedAct({
    params: grantParams,
    givesTo: (ctx, { role }) => listRoleHolderIds(ctx, role),
    document: 'staff_roles_and_permissions',
    describe: ({ role_name, added }) => m.access_act_grants({ role: role_name, rights: added.map(formatPermissionName).join(', ') }),
    page: ({ role }) => ({ screen: 'access.role', params: { id: role } }),
    execute: async (ctx, { role, revision, change, holders }) => {
      const applied = await applyRoleChange(ctx, role, change, { revision, holders });
      if (!applied) throw new Refusal('conflict', m.access_refusal_role_changed());
    },
  }),
};
