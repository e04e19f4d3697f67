import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, filters, id, list, moment, page, pageSize, searchText, sortBy } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { policyKinds, policyUserTypes } from './kinds.ts';
import { policyMachine } from './machine.ts';

const userType = z.coerce
  .number()
  .int()
  .refine((n) => policyUserTypes.includes(n), { error: () => m.problem_user_type() });

/** The text of a policy, in both languages. Bodies are rich text; the server keeps only what its sanitiser allows. */
const title = line.min(3).max(160);
const richText = z.string().max(200_000);
/** Without defaults: in a change, what was not sent must stay as it is. */
const fields = {
  title,
  title_sw: line.max(160),
  body: richText.refine((html) => html.replace(/<[^>]*>/g, '').trim() !== '', { error: () => m.problem_empty() }),
  body_sw: richText,
  user_type: userType,
  kind: z.enum(policyKinds),
  effective_from: day,
  requires_consent: z.boolean(),
};
const PolicyText = z.strictObject({
  ...fields,
  title_sw: fields.title_sw.default(''),
  body_sw: fields.body_sw.default(''),
  requires_consent: fields.requires_consent.default(false),
});

const PolicyHead = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  title_sw: z.string(),
  user_type: z.number(),
  kind: z.enum(policyKinds),
  status: stateSchema(policyMachine),
  version: z.number(),
  effective_from: day,
  requires_consent: z.boolean(),
  updated_at: moment,
});
export type PolicyHead = z.output<typeof PolicyHead>;

export const PolicyFull = PolicyHead.extend({
  body: z.string(),
  body_sw: z.string(),
  created_at: moment,
  updated_by: z.string().nullable(),
  /** Counts changes of the row; send it back with an update to be told when somebody else was faster. */
  revision: z.number(),
  moves: z.array(moveSchema(policyMachine)),
});
export type PolicyFull = z.output<typeof PolicyFull>;

const PolicyVersion = z.object({
  version: z.number(),
  title: z.string(),
  title_sw: z.string(),
  body: z.string(),
  body_sw: z.string(),
  summary: z.string(),
  effective_from: day,
  created_at: moment,
  created_by: z.string().nullable(),
});
export type PolicyVersion = z.output<typeof PolicyVersion>;

const sorts = ['title', 'user_type', 'updated_at', 'effective_from'] as const;
const byId = z.object({ id });

export const policyCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/policy/all_policies/',
    summary: 'All policies, for those who keep them',
    needs: ['policies', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      sort: sortBy(sorts, '-updated_at'),
      z_filter: filters({ user_type: userType, title: searchText, status: stateSchema(policyMachine), kind: z.enum(policyKinds) }),
    }),
    result: list(PolicyHead),
    fails: [],
  }),
  menu: call({
    method: 'GET',
    path: '/api/v2/policy/menu_policies/',
    summary: 'Published policies of the caller’s own user type; the tenant ones for a stranger',
    needs: 'anyone',
    query: z.object({ page, page_size: pageSize }),
    result: list(PolicyHead.pick({ id: true, slug: true, title: true, title_sw: true, user_type: true, kind: true })),
    fails: [],
  }),
  bySlug: call({
    method: 'GET',
    path: '/api/v2/policy/get_policy_by_slug/',
    summary: 'One policy by its slug',
    needs: 'anyone',
    query: z.object({ slug: line.min(1).max(200), cache: z.string().max(20).optional() }),
    result: PolicyFull,
    fails: ['notFound'],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/policy/policy_details/',
    summary: 'One policy by its id',
    needs: 'anyone',
    query: byId,
    result: PolicyFull,
    fails: ['notFound'],
  }),
  versions: call({
    method: 'GET',
    path: '/api/v2/policy/policy_versions/',
    summary: 'Every version a policy has had, newest first',
    needs: ['policies', 'read'],
    query: z.object({ id, page, page_size: pageSize }),
    result: list(PolicyVersion),
    fails: ['notFound'],
  }),
  consent: call({
    method: 'POST',
    path: '/api/v2/policy/consent_policy/',
    summary: 'Agree to the version of a policy that is in force',
    needs: 'signed-in',
    query: byId,
    result: z.object({ id: z.number(), version: z.number() }),
    fails: ['notFound'],
    document: 'policies',
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/policy/policy_create/',
    summary: 'Write a new policy, as a draft',
    needs: ['policies', 'create'],
    body: PolicyText,
    result: PolicyFull,
    fails: ['conflict'],
    toast: 'policyCreated',
    document: 'policies',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/policy/update_policy/',
    summary: 'Change a policy; a published one gets a new version',
    needs: ['policies', 'edit'],
    query: byId,
    body: z
      .strictObject(fields)
      .partial()
      .extend({ summary: z.string().trim().max(500).default(''), revision: z.number().int().optional() }),
    result: PolicyFull,
    fails: ['notFound', 'conflict'],
    toast: 'policyUpdated',
    document: 'policies',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/policy/change_policy_status/',
    summary: 'Publish, retire or reopen a policy',
    needs: ['policies', 'edit'],
    query: byId,
    body: z.strictObject({ move: moveSchema(policyMachine) }),
    result: PolicyFull,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'policies',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/policy/delete_policy/',
    summary: 'Delete a policy; its versions stay in the books',
    needs: ['policies', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    toast: 'policyDeleted',
    document: 'policies',
  }),
} as const;
