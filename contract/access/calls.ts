import { z } from 'zod';
import { ApprovalRequestLink, OpenApprovalRequest } from '#contract/kernel/approval-link.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, buildSortSchema, id, moment, pageNumberSchema, pageSize, searchText } from '#contract/kernel/list.ts';
import { permissionActions, permissionDocuments } from './documents.ts';
import { grantsSchema as grants, permissionSchema as permission } from './grants-schema.ts';
import { roleAudiences } from './permissions.ts';

const name = singleLine.min(2).max(80);
const byId = z.object({ id });
const described = z.string().trim().max(300);

const RoleSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  audience: z.enum(roleAudiences),
  system: z.boolean(),
  /** Given only by an invitation that states a period. */
  auditor: z.boolean(),
  company: z.string().nullable(),
  grants: z.number(),
  members: z.number(),
  updated_at: moment,
});
export type RoleSummary = z.output<typeof RoleSummary>;

export const RoleWithGrants = RoleSummary.extend({
  /** The permissions the role gives, without those the account holder lacks. */
  grants: z.array(permission),
  base: z.object({ id: z.number(), name: z.string(), grants: z.array(permission) }).nullable(),
  /** The permissions the caller could give in this role: their own, limited to what the company may have. */
  grantable: z.array(permission),
  /** The dashboards in which people with this role work. */
  layouts: z.array(z.string()),
  invited: z.number(),
  /** Permissions on money that a second person has not approved yet. */
  request: OpenApprovalRequest.nullable(),
  revision: z.number(),
  may: z.object({ edit: z.boolean(), delete: z.boolean(), assign: z.boolean() }),
});
export type RoleWithGrants = z.output<typeof RoleWithGrants>;

const AccessHolder = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  user_type: z.number(),
  role_id: z.number().nullable(),
  role: z.string().nullable(),
  is_active: z.boolean(),
});
export type AccessHolder = z.output<typeof AccessHolder>;

/** The links of the decision chain, in the order they are checked. */
export const accessExplanationSteps = ['account', 'dashboard', 'employer', 'role', 'grant', 'mandate', 'property'] as const;
const AccessExplanation = z.object({
  person: AccessHolder,
  permission,
  allowed: z.boolean(),
  /** Every link that was checked, up to the one that refused. */
  chain: z.array(z.object({ link: z.enum(accessExplanationSteps), ok: z.boolean(), says: z.string() })),
});
export type AccessExplanation = z.output<typeof AccessExplanation>;

/** Checks the permission on the named property, otherwise on any property the person works on. */
const asked = { document: z.enum(permissionDocuments), action: z.enum(permissionActions), property_id: id.optional() };

export const roleCalls = {
  listRoles: call({
    method: 'GET',
    path: '/api/v2/access/roles/',
    summary: 'List the roles of the caller’s company and the system roles; all roles for the platform',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      sort: buildSortSchema(['name', 'updated_at'], 'name'),
      z_filter: buildFilterSchema({ name: searchText, audience: z.enum(roleAudiences), system: z.stringbool(), company: searchText }),
    }),
    result: buildListSchema(RoleSummary),
    fails: [],
  }),
  roleDetails: call({
    method: 'GET',
    path: '/api/v2/access/role_details/',
    summary: 'Get a role with its permission matrix, its base, and what the caller may do with it',
    needs: ['staff_roles_and_permissions', 'read'],
    query: byId,
    result: RoleWithGrants,
    fails: ['notFound'],
  }),
  roleCreate: call({
    method: 'POST',
    path: '/api/v2/access/role_create/',
    summary: 'Create a role, empty or as a copy; it cannot have permissions the caller lacks',
    needs: ['staff_roles_and_permissions', 'create'],
    body: z.strictObject({ name, description: described.default(''), grants, base_id: id.optional() }),
    result: RoleWithGrants,
    fails: ['forbidden', 'conflict', 'notFound'],
    document: 'staff_roles_and_permissions',
  }),
  roleUpdate: call({
    method: 'PATCH',
    path: '/api/v2/access/role_update/',
    summary: 'Update a role; the change applies to its members from their next request',
    needs: ['staff_roles_and_permissions', 'edit'],
    query: byId,
    body: z.strictObject({
      name: name.optional(),
      description: described.optional(),
      grants: grants.optional(),
      revision: z.number().int().optional(),
    }),
    result: RoleWithGrants,
    fails: ['forbidden', 'notFound', 'conflict'],
    document: 'staff_roles_and_permissions',
  }),
  roleDelete: call({
    method: 'DELETE',
    path: '/api/v2/access/role_delete/',
    summary: 'Delete a role without members',
    needs: ['staff_roles_and_permissions', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/access/role_details/'],
    fails: ['forbidden', 'notFound', 'conflict'],
    document: 'staff_roles_and_permissions',
  }),
  listHolders: call({
    method: 'GET',
    path: '/api/v2/access/holders/',
    summary: 'List the members of roles the caller manages: company staff, or admins and sub admins',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ name: searchText, role_id: id }) }),
    result: buildListSchema(AccessHolder),
    fails: [],
  }),
  assign: call({
    method: 'PATCH',
    path: '/api/v2/access/assign_role/',
    summary: 'Assign a role to a person; null gives an admin or sub admin all permissions of the user type',
    needs: ['staff_roles_and_permissions', 'edit'],
    query: byId,
    body: z.strictObject({ role_id: id.nullable() }),
    /** `request`: the role gives permissions on money, so a second person approves it first. */
    result: AccessHolder.extend({ request: ApprovalRequestLink.nullable() }),
    fails: ['forbidden', 'notFound', 'conflict'],
    toast: 'userStatusUpdated',
    document: 'staff',
  }),
  explain: call({
    method: 'GET',
    path: '/api/v2/access/explain/',
    summary: 'Check whether a person may do something, with the rule that decides',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({ person_id: id, ...asked }),
    result: AccessExplanation,
    fails: ['notFound'],
  }),
  whoMay: call({
    method: 'GET',
    path: '/api/v2/access/who_may/',
    summary: 'List people who may do something, optionally on a property: the caller, people they manage, and agents with a mandate',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, ...asked }),
    result: buildListSchema(AccessHolder.extend({ allowed: z.boolean(), company: z.string().nullable() })),
    fails: ['notFound'],
  }),
} as const;
