import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, filters, id, list, moment, page, pageSize, searchText, sortBy } from '#contract/kernel/list.ts';
import { cents, most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { actions, documents, type Permission } from './documents.ts';
import { mandateScopes } from './mandate.ts';
import { commissionPoints } from './mandate-shapes.ts';
import { audiences } from './permissions.ts';

const known = new Set<string>(documents.flatMap((d) => actions.map((a) => `${d}.${a}`)));
/** A permission in a role: `invoices.edit`. Given twice it counts once. */
const grants = z
  .array(z.string())
  .max(known.size)
  .refine((all) => all.every((one) => known.has(one)), { error: () => m.access_problem_permission() })
  .transform((all) => [...new Set(all)].sort() as Permission[]);
const permission = z.string() as unknown as z.ZodType<Permission>;

const name = line.min(2).max(80);
const byId = z.object({ id });
const described = z.string().trim().max(300);

const RoleHead = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  audience: z.enum(audiences),
  system: z.boolean(),
  company: z.string().nullable(),
  grants: z.number(),
  members: z.number(),
  updated_at: moment,
});
export type RoleHead = z.output<typeof RoleHead>;

export const RoleFull = RoleHead.extend({
  /** What the role gives, with what the account holder lacks left out. */
  grants: z.array(permission),
  base: z.object({ id: z.number(), name: z.string(), grants: z.array(permission) }).nullable(),
  /** What the caller could give in this role: their own rights under the ceiling of the company. */
  grantable: z.array(permission),
  /** The dashboards in which people with this role work. */
  layouts: z.array(z.string()),
  invited: z.number(),
  revision: z.number(),
  may: z.object({ edit: z.boolean(), delete: z.boolean(), assign: z.boolean() }),
});
export type RoleFull = z.output<typeof RoleFull>;

const Holder = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  user_type: z.number(),
  role_id: z.number().nullable(),
  role: z.string().nullable(),
  is_active: z.boolean(),
});
export type Holder = z.output<typeof Holder>;

/** The links of the chain that decides, in the order they are asked. */
export const chainLinks = ['account', 'dashboard', 'employer', 'role', 'grant', 'mandate', 'property'] as const;
const Explained = z.object({
  person: Holder,
  permission,
  allowed: z.boolean(),
  /** Every link asked, up to the one that refused. */
  chain: z.array(z.object({ link: z.enum(chainLinks), ok: z.boolean(), says: z.string() })),
});
export type Explained = z.output<typeof Explained>;

const Mandate = z.object({
  id: z.number(),
  code: z.string(),
  agent: z.object({ id: z.number(), code: z.string(), name: z.string(), is_active: z.boolean() }),
  owner: z.object({ id: z.number(), name: z.string() }),
  scope: z.enum(mandateScopes),
  all_properties: z.boolean(),
  /** Those it is about, where it is not about all. */
  properties: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  starts_on: day.nullable(),
  ends_on: day.nullable(),
  may_sign: z.boolean(),
  may_collect: z.boolean(),
  /** What the agent spends without asking, in cents. */
  approval_limit_cents: z.number(),
  commission_bp: commissionPoints,
  /** Whether it holds today. */
  in_force: z.boolean(),
  /** The owner's to change; the agent reads it. */
  may: z.object({ edit: z.boolean(), end: z.boolean() }),
  grants: z.array(permission),
  grantable: z.array(permission),
  created_at: moment,
  updated_at: moment,
});
export type Mandate = z.output<typeof Mandate>;

const terms = {
  scope: z.enum(mandateScopes),
  all_properties: z.boolean(),
  property_ids: z.array(id).max(500),
  starts_on: day.nullable(),
  ends_on: day.nullable(),
  may_sign: z.boolean(),
  may_collect: z.boolean(),
  approval_limit_cents: amount(most.rent),
  commission_bp: commissionPoints,
};

/** On a property where one is named; else on any they reach. */
const asked = { document: z.enum(documents), action: z.enum(actions), property_id: id.optional() };

export const roleCalls = {
  roles: call({
    method: 'GET',
    path: '/api/v2/access/roles/',
    summary: 'Roles of the caller’s company and the system roles; on the platform, all',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      sort: sortBy(['name', 'updated_at'], 'name'),
      z_filter: filters({ name: searchText, audience: z.enum(audiences), system: z.stringbool(), company: searchText }),
    }),
    result: list(RoleHead),
    fails: [],
  }),
  roleDetails: call({
    method: 'GET',
    path: '/api/v2/access/role_details/',
    summary: 'One role with its matrix, its base and what the caller may do with it',
    needs: ['staff_roles_and_permissions', 'read'],
    query: byId,
    result: RoleFull,
    fails: ['notFound'],
  }),
  roleCreate: call({
    method: 'POST',
    path: '/api/v2/access/role_create/',
    summary: 'Make a role, empty or copied from another; no right the caller lacks',
    needs: ['staff_roles_and_permissions', 'create'],
    body: z.strictObject({ name, description: described.default(''), grants, base_id: id.optional() }),
    result: RoleFull,
    fails: ['forbidden', 'conflict', 'notFound'],
    document: 'staff_roles_and_permissions',
  }),
  roleUpdate: call({
    method: 'PATCH',
    path: '/api/v2/access/role_update/',
    summary: 'Change a role; those who have it work under it from their next request on',
    needs: ['staff_roles_and_permissions', 'edit'],
    query: byId,
    body: z.strictObject({
      name: name.optional(),
      description: described.optional(),
      grants: grants.optional(),
      revision: z.number().int().optional(),
    }),
    result: RoleFull,
    fails: ['forbidden', 'notFound', 'conflict'],
    document: 'staff_roles_and_permissions',
  }),
  roleDelete: call({
    method: 'DELETE',
    path: '/api/v2/access/role_delete/',
    summary: 'Delete a role nobody has',
    needs: ['staff_roles_and_permissions', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/access/role_details/'],
    fails: ['forbidden', 'notFound', 'conflict'],
    document: 'staff_roles_and_permissions',
  }),
  holders: call({
    method: 'GET',
    path: '/api/v2/access/holders/',
    summary: 'People who work under roles the caller looks after: staff of the company, or admins and subadmins',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ name: searchText, role_id: id }) }),
    result: list(Holder),
    fails: [],
  }),
  assign: call({
    method: 'PATCH',
    path: '/api/v2/access/assign_role/',
    summary: 'Give a person another role; null gives an admin or subadmin all of their user type again',
    needs: ['staff_roles_and_permissions', 'edit'],
    query: byId,
    body: z.strictObject({ role_id: id.nullable() }),
    result: Holder,
    fails: ['forbidden', 'notFound'],
    toast: 'userStatusUpdated',
    document: 'staff',
  }),
  explain: call({
    method: 'GET',
    path: '/api/v2/access/explain/',
    summary: 'Whether a person may do something, and which link of the chain says so',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({ person_id: id, ...asked }),
    result: Explained,
    fails: ['notFound'],
  }),
  whoMay: call({
    method: 'GET',
    path: '/api/v2/access/who_may/',
    summary: 'Who may do something, on a property if one is named: the people the caller looks after, themselves, and agents with a mandate',
    needs: ['staff_roles_and_permissions', 'read'],
    query: z.object({ page, page_size: pageSize, ...asked }),
    result: list(Holder.extend({ allowed: z.boolean(), company: z.string().nullable() })),
    fails: ['notFound'],
  }),
} as const;

export const mandateCalls = {
  mandates: call({
    method: 'GET',
    path: '/api/v2/access/mandates/',
    summary: 'Agent companies that work for the caller’s, with what they may do on its properties',
    needs: ['agents', 'read'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ name: searchText, /** On either side. */ company_id: id }) }),
    result: list(Mandate),
    fails: [],
  }),
  mandateUpdate: call({
    method: 'PATCH',
    path: '/api/v2/access/mandate_update/',
    summary: 'Change what an agent company may do on the owner’s properties',
    needs: ['agents', 'edit'],
    query: byId,
    body: z.strictObject({ grants, ...terms }).partial(),
    result: Mandate,
    fails: ['forbidden', 'notFound'],
    document: 'agents',
  }),
  mandateCreate: call({
    method: 'POST',
    path: '/api/v2/access/mandate_create/',
    summary: 'Give an agent company a mandate: what for, on which properties, from when to when',
    needs: ['agents', 'create'],
    body: z.strictObject({
      agent_company_id: id,
      /** For the platform, which has no company of its own. */
      owner_company_id: id.optional(),
      grants: grants.optional(),
      scope: terms.scope.default('full_management'),
      /** Unless said: all where none is named, for those who work on all. */
      all_properties: terms.all_properties.optional(),
      property_ids: terms.property_ids.default([]),
      starts_on: terms.starts_on.default(null),
      ends_on: terms.ends_on.default(null),
      may_sign: terms.may_sign.default(false),
      may_collect: terms.may_collect.default(false),
      approval_limit_cents: terms.approval_limit_cents.default(cents(0)),
      commission_bp: terms.commission_bp.default(null),
    }),
    result: Mandate,
    fails: ['forbidden', 'notFound', 'conflict'],
    document: 'agents',
  }),
  mandateAgents: call({
    method: 'GET',
    path: '/api/v2/access/mandate_agents/',
    summary: 'Agent companies the caller knows and that have no mandate yet',
    needs: ['agents', 'create'],
    query: z.object({ page, page_size: pageSize, z_filter: filters({ name: searchText }) }),
    result: list(z.object({ id: z.number(), code: z.string(), name: z.string() })),
    fails: [],
  }),
  mandateEnd: call({
    method: 'DELETE',
    path: '/api/v2/access/mandate_end/',
    summary: 'End the work of an agent company; it sees nothing of the owner’s from then on',
    needs: ['agents', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'agents',
  }),
} as const;
