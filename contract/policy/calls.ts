import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  csvFile,
  csvPartNumber,
  day,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { m } from '#words/messages.js';
import { consentStates, policyKinds, policyUserTypes } from './kinds.ts';
import { policyMachine } from './machine.ts';
import { OutstandingPolicy, PolicyConsent } from './shapes.ts';

const userType = z.coerce
  .number()
  .int()
  .refine((n) => policyUserTypes.includes(n), { error: () => m.problem_user_type() });

/** The text of a policy, in both languages. Bodies are rich text; the server keeps only what its sanitiser allows. */
const title = singleLine.min(3).max(160);
const richText = z.string().max(200_000);
/** No defaults here: fields missing from a change must stay unchanged. */
const fields = {
  title,
  title_sw: singleLine.max(160),
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

const PolicySummary = z.object({
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
export type PolicySummary = z.output<typeof PolicySummary>;

/** The draft of the next version, beside the one in force. */
const NextPolicyVersion = z.object({
  version: z.number(),
  title: z.string(),
  title_sw: z.string(),
  body: z.string(),
  body_sw: z.string(),
  summary: z.string(),
  summary_sw: z.string(),
  effective_from: day,
});
export type NextPolicyVersion = z.output<typeof NextPolicyVersion>;

export const PolicyDetails = PolicySummary.extend({
  body: z.string(),
  body_sw: z.string(),
  created_at: moment,
  updated_by: z.string().nullable(),
  /** Counts changes of the row; send it back with an update to detect a concurrent change. */
  revision: z.number(),
  moves: z.array(moveSchema(policyMachine)),
  /** The draft of the next version, for people who manage policies. */
  next: NextPolicyVersion.nullable(),
  /** Published, but not in force yet. */
  announced: z.object({ version: z.number(), effective_from: day, summary: z.string(), summary_sw: z.string() }).nullable(),
});
export type PolicyDetails = z.output<typeof PolicyDetails>;

const PolicyVersion = NextPolicyVersion.extend({
  /** Null for a draft, which may still change. */
  published_at: moment.nullable(),
  created_at: moment,
  created_by: z.string().nullable(),
});
export type PolicyVersion = z.output<typeof PolicyVersion>;

const sorts = ['title', 'user_type', 'updated_at', 'effective_from'] as const;
const byId = z.object({ id });
const summary = z.string().trim().max(500);
const version = z.coerce.number().int().min(1).max(10_000);
const consentFilter = buildFilterSchema({
  policy_id: id,
  version,
  user_type: userType,
  state: z.enum(consentStates),
  person: searchText,
});

export const policyCalls = {
  list: call({
    method: 'GET',
    path: '/api/v2/policy/all_policies/',
    summary: 'List all policies, for platform staff who edit them',
    needs: ['policies', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(sorts, '-updated_at'),
      z_filter: buildFilterSchema({
        user_type: userType,
        title: searchText,
        status: stateSchema(policyMachine),
        kind: z.enum(policyKinds),
        ...dayRange,
      }),
    }),
    result: buildListSchema(PolicySummary),
    fails: [],
  }),
  listForMenu: call({
    method: 'GET',
    path: '/api/v2/policy/menu_policies/',
    summary: 'List published policies for the caller’s user type; for visitors, those for tenants',
    needs: 'anyone',
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(PolicySummary.pick({ id: true, slug: true, title: true, title_sw: true, user_type: true, kind: true })),
    fails: [],
  }),
  bySlug: call({
    method: 'GET',
    path: '/api/v2/policy/get_policy_by_slug/',
    summary: 'Get a policy by its slug',
    needs: 'anyone',
    query: z.object({ slug: singleLine.min(1).max(200), cache: z.string().max(20).optional() }),
    result: PolicyDetails,
    fails: ['notFound'],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/policy/policy_details/',
    summary: 'Get a policy by its id, or one of its published versions',
    needs: 'anyone',
    query: z.object({ id, version: version.optional() }),
    result: PolicyDetails,
    fails: ['notFound'],
  }),
  listVersions: call({
    method: 'GET',
    path: '/api/v2/policy/policy_versions/',
    summary: 'List all versions of a policy, newest first',
    needs: ['policies', 'read'],
    query: z.object({ id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(PolicyVersion),
    fails: ['notFound'],
  }),
  listPublishedVersions: call({
    method: 'GET',
    path: '/api/v2/policy/published_versions/',
    summary: 'List the published versions of a policy for the public, newest first',
    needs: 'anyone',
    query: z.object({ id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(PolicyVersion.pick({ version: true, summary: true, summary_sw: true, effective_from: true })),
    fails: ['notFound'],
  }),
  consent: call({
    method: 'POST',
    path: '/api/v2/policy/consent_policy/',
    summary: 'Accept the current or announced version of a policy that was read; other versions are refused',
    needs: 'signed-in',
    query: z.object({ id, version }),
    result: z.object({ id: z.number(), version: z.number() }),
    fails: ['notFound', 'conflict'],
    document: 'policies',
  }),
  listOutstanding: call({
    method: 'GET',
    path: '/api/v2/policy/outstanding_policies/',
    summary: 'List the policies the caller still has to accept for their user type, most urgent first',
    needs: 'signed-in',
    result: z.object({ results: z.array(OutstandingPolicy) }),
    fails: [],
  }),
  listConsents: call({
    method: 'GET',
    path: '/api/v2/policy/consents/',
    summary: 'List the acceptances of a policy by version, with date and method, or the people who have not accepted',
    needs: ['policies', 'edit'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: consentFilter }),
    result: buildListSchema(PolicyConsent),
    fails: [],
  }),
  consentsCsv: call({
    method: 'GET',
    path: '/api/v2/policy/export_consents/',
    summary: 'Export the acceptances of a policy as CSV, in parts of 5,000 rows; the export is logged',
    needs: ['policies', 'edit'],
    query: z.object({ z_filter: consentFilter, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/policy/policy_create/',
    summary: 'Create a policy as a draft',
    needs: ['policies', 'create'],
    body: PolicyText,
    result: PolicyDetails,
    fails: ['conflict'],
    toast: 'policyCreated',
    document: 'policies',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/policy/update_policy/',
    summary: 'Update a policy; for a published one, the draft of its next version',
    needs: ['policies', 'edit'],
    query: byId,
    body: z
      .strictObject(fields)
      .partial()
      .extend({ summary: summary.default(''), revision: z.number().int().optional() }),
    result: PolicyDetails,
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
    result: PolicyDetails,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'policies',
  }),
  publishNext: call({
    method: 'POST',
    path: '/api/v2/policy/publish_next_version/',
    summary: 'Publish the next version of a policy; its readers are notified, and asked to accept it if consent is required',
    needs: ['policies', 'edit'],
    query: byId,
    body: z.strictObject({ summary: summary.min(3), summary_sw: summary.default(''), effective_from: day, revision: z.number().int().optional() }),
    result: PolicyDetails,
    fails: ['notFound', 'conflict'],
    toast: 'policyUpdated',
    document: 'policies',
  }),
  dropNext: call({
    method: 'DELETE',
    path: '/api/v2/policy/delete_next_version/',
    summary: 'Discard the draft of the next version',
    needs: ['policies', 'edit'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'policies',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/policy/delete_policy/',
    summary: 'Delete a policy; its versions are kept',
    needs: ['policies', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/policy/policy_details/', '/api/v2/policy/policy_versions/'],
    fails: ['notFound'],
    toast: 'policyDeleted',
    document: 'policies',
  }),
} as const;
