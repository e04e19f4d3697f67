import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildFilterSchema, buildListSchema, day, id, moment, pageNumberSchema, pageSize, searchText } from '#contract/kernel/list.ts';
import { amountLimits, toCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { grantsSchema as grants, permissionSchema as permission } from './grants-schema.ts';
import { mandateScopes } from './mandate.ts';
import { commissionBasisPoints } from './mandate-shapes.ts';

const byId = z.object({ id });

const Mandate = z.object({
  id: z.number(),
  code: z.string(),
  agent: z.object({ id: z.number(), code: z.string(), name: z.string(), is_active: z.boolean() }),
  owner: z.object({ id: z.number(), name: z.string() }),
  scope: z.enum(mandateScopes),
  all_properties: z.boolean(),
  /** The named properties, when the mandate does not cover all. */
  properties: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  starts_on: day.nullable(),
  ends_on: day.nullable(),
  may_sign: z.boolean(),
  may_collect: z.boolean(),
  /** What the agent may spend without approval, in cents. */
  approval_limit_cents: z.number(),
  commission_bp: commissionBasisPoints,
  /** Whether the mandate is in force today. */
  in_force: z.boolean(),
  /** Only the owner may change it; the agent may read it. */
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
  approval_limit_cents: amountSchema(amountLimits.rent),
  commission_bp: commissionBasisPoints,
};

export const mandateCalls = {
  listMandates: call({
    method: 'GET',
    path: '/api/v2/access/mandates/',
    summary: 'List agent companies with a mandate from the caller’s company, and their permissions',
    needs: ['agents', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      z_filter: buildFilterSchema({ name: searchText, /** The company on either side of the mandate. */ company_id: id }),
    }),
    result: buildListSchema(Mandate),
    fails: [],
  }),
  mandateUpdate: call({
    method: 'PATCH',
    path: '/api/v2/access/mandate_update/',
    summary: 'Update the permissions of an agent company’s mandate',
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
    summary: 'Give an agent company a mandate: purpose, properties and dates',
    needs: ['agents', 'create'],
    body: z.strictObject({
      agent_company_id: id,
      /** Given by Makao, which has no company of its own. */
      owner_company_id: id.optional(),
      grants: grants.optional(),
      scope: terms.scope.default('full_management'),
      /** Defaults to all properties when none is named, for staff who work on all. */
      all_properties: terms.all_properties.optional(),
      property_ids: terms.property_ids.default([]),
      starts_on: terms.starts_on.default(null),
      ends_on: terms.ends_on.default(null),
      may_sign: terms.may_sign.default(false),
      may_collect: terms.may_collect.default(false),
      approval_limit_cents: terms.approval_limit_cents.default(toCents(0)),
      commission_bp: terms.commission_bp.default(null),
    }),
    result: Mandate,
    fails: ['forbidden', 'notFound', 'conflict'],
    document: 'agents',
  }),
  mandateAgents: call({
    method: 'GET',
    path: '/api/v2/access/mandate_agents/',
    summary: 'List known agent companies without a mandate',
    needs: ['agents', 'create'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ name: searchText }) }),
    result: buildListSchema(z.object({ id: z.number(), code: z.string(), name: z.string() })),
    fails: [],
  }),
  mandateEnd: call({
    method: 'DELETE',
    path: '/api/v2/access/mandate_end/',
    summary: 'End the mandate of an agent company; it loses access to the owner’s records',
    needs: ['agents', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden'],
    document: 'agents',
  }),
} as const;
