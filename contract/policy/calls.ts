import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, days, exported, filters, id, list, moment, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
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

/** The version that is written beside the one in force. */
const NextVersion = z.object({
  version: z.number(),
  title: z.string(),
  title_sw: z.string(),
  body: z.string(),
  body_sw: z.string(),
  summary: z.string(),
  summary_sw: z.string(),
  effective_from: day,
});
export type NextVersion = z.output<typeof NextVersion>;

export const PolicyFull = PolicyHead.extend({
  body: z.string(),
  body_sw: z.string(),
  created_at: moment,
  updated_by: z.string().nullable(),
  /** Counts changes of the row; send it back with an update to be told when somebody else was faster. */
  revision: z.number(),
  moves: z.array(moveSchema(policyMachine)),
  /** The draft of its next version, for those who keep policies. */
  next: NextVersion.nullable(),
  /** Published, but its day is still to come. */
  announced: z.object({ version: z.number(), effective_from: day, summary: z.string(), summary_sw: z.string() }).nullable(),
});
export type PolicyFull = z.output<typeof PolicyFull>;

const PolicyVersion = NextVersion.extend({
  /** Null: a draft, which may still be rewritten. */
  published_at: moment.nullable(),
  created_at: moment,
  created_by: z.string().nullable(),
});
export type PolicyVersion = z.output<typeof PolicyVersion>;

const sorts = ['title', 'user_type', 'updated_at', 'effective_from'] as const;
const byId = z.object({ id });
const summary = z.string().trim().max(500);
const version = z.coerce.number().int().min(1).max(10_000);
const consentFilter = filters({
  policy_id: id,
  version,
  user_type: userType,
  state: z.enum(consentStates),
  person: searchText,
});

export const policyCalls = {
  all: call({
    method: 'GET',
    path: '/api/v2/policy/all_policies/',
    summary: 'All policies, for those who keep them',
    needs: ['policies', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(sorts, '-updated_at'),
      z_filter: filters({ user_type: userType, title: searchText, status: stateSchema(policyMachine), kind: z.enum(policyKinds), ...days }),
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
    summary: 'One policy by its id; as it was in a version that was published, if one is named',
    needs: 'anyone',
    query: z.object({ id, version: version.optional() }),
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
  published: call({
    method: 'GET',
    path: '/api/v2/policy/published_versions/',
    summary: 'Every version of a policy that was published, newest first, for anybody',
    needs: 'anyone',
    query: z.object({ id, page, page_size: pageSize }),
    result: list(PolicyVersion.pick({ version: true, summary: true, summary_sw: true, effective_from: true })),
    fails: ['notFound'],
  }),
  consent: call({
    method: 'POST',
    path: '/api/v2/policy/consent_policy/',
    summary: 'Agree to the version of a policy that was read: the one in force, or the one announced. Any other is refused',
    needs: 'signed-in',
    query: z.object({ id, version }),
    result: z.object({ id: z.number(), version: z.number() }),
    fails: ['notFound', 'conflict'],
    document: 'policies',
  }),
  outstanding: call({
    method: 'GET',
    path: '/api/v2/policy/outstanding_policies/',
    summary: 'What the caller still has to agree to, by their kind of person; what cannot wait comes first',
    needs: 'signed-in',
    result: z.object({ results: z.array(OutstandingPolicy) }),
    fails: [],
  }),
  consents: call({
    method: 'GET',
    path: '/api/v2/policy/consents/',
    summary: 'Who agreed to which version, when and how; or who has not agreed yet',
    needs: ['policies', 'edit'],
    query: z.object({ page, page_size: pageSize, z_filter: consentFilter }),
    result: list(PolicyConsent),
    fails: [],
  }),
  consentsCsv: call({
    method: 'GET',
    path: '/api/v2/policy/export_consents/',
    summary: 'The same list as a table file, in parts of 5,000 rows; leaves a trace in the log',
    needs: ['policies', 'edit'],
    query: z.object({ z_filter: consentFilter, part }),
    result: exported,
    fails: [],
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
    summary: 'Change a policy; the text of a published one is changed in the draft of its next version',
    needs: ['policies', 'edit'],
    query: byId,
    body: z
      .strictObject(fields)
      .partial()
      .extend({ summary: summary.default(''), revision: z.number().int().optional() }),
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
  publishNext: call({
    method: 'POST',
    path: '/api/v2/policy/publish_next_version/',
    summary: 'Publish the draft of the next version; everybody it is for is told, and asked if it needs their consent',
    needs: ['policies', 'edit'],
    query: byId,
    body: z.strictObject({ summary: summary.min(3), summary_sw: summary.default(''), effective_from: day, revision: z.number().int().optional() }),
    result: PolicyFull,
    fails: ['notFound', 'conflict'],
    toast: 'policyUpdated',
    document: 'policies',
  }),
  dropNext: call({
    method: 'DELETE',
    path: '/api/v2/policy/delete_next_version/',
    summary: 'Throw the draft of the next version away',
    needs: ['policies', 'edit'],
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'policies',
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/policy/delete_policy/',
    summary: 'Delete a policy; its versions stay in the books',
    needs: ['policies', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/policy/policy_details/', '/api/v2/policy/policy_versions/'],
    fails: ['notFound'],
    toast: 'policyDeleted',
    document: 'policies',
  }),
} as const;
