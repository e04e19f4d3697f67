import { z } from 'zod';
import { holders, makers } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, day, days, filters, held, id, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { m } from '#words/messages.js';
import { knownBy, noteMost, statusNumbers, tagMost, tagsMost } from './status.ts';

const base = '/api/v2/tenant';
const byId = z.object({ id });
/** The specification's number. */
const status = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(statusNumbers) as number[]).includes(n), { error: () => m.problem_one_of({ values: '1, 2, 3, 4, 5' }) });
const tag = line.min(1).max(tagMost);
const contact = {
  phone: z.union([z.literal(''), phone]).optional(),
  email: z.union([z.literal(''), z.email().max(200)]).optional(),
};
const said = { name: line.min(1).max(120), ...contact, tags: z.array(tag).max(tagsMost).optional() };

export const TenantHead = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.number(),
  tags: z.array(z.string()),
  /** They have an account of their own: what they do there reaches this relation. */
  has_account: z.boolean(),
  /** Where they live now, or lived last; `more` homes they rent beside it. */
  home: z.object({ id: z.number(), code: z.string(), name: z.string(), property: z.string(), more: z.number() }).nullable(),
  ...held,
  created_at: moment,
  /** The first day of a tenancy, a booking or an enquiry, where that was before they were written down. */
  known_since: day,
  revision: z.number(),
});
export type TenantHead = z.output<typeof TenantHead>;

const Place = z.object({ id: z.number(), code: z.string(), name: z.string() });
/** Somebody the company knows already. */
export const Known = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  status: z.number(),
  since: moment,
  by: z.enum(knownBy),
});
export type Known = z.output<typeof Known>;

export const TenantFull = TenantHead.extend({
  /** Others of the company that one number stands for: one person under two names, or two whose number was mistyped or is shared. */
  same_number: z.array(Known),
  /** Whether the caller may correct it, merge it and write about it. */
  may: z.object({ edit: z.boolean(), note: z.boolean() }),
  bookings: z.array(
    z.object({ id: z.number(), code: z.string(), status: z.number(), unit: Place, property: Place, starts_on: day, created_at: moment }),
  ),
  tenancies: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      status: z.number(),
      role: z.enum(['lead', 'co_tenant', 'occupant', 'guarantor']),
      unit: Place,
      property: Place,
      starts_on: day,
      ends_on: day.nullable(),
      /** The day they left it, where they did before the others. */
      until: day.nullable(),
    }),
  ),
  files: z.array(
    z.object({ id: z.number(), name: z.string(), kind: z.string(), tenancy: z.string(), tenancy_id: z.number(), expires_on: day.nullable() }),
  ),
});
export type TenantFull = z.output<typeof TenantFull>;

const TenantNote = z.object({
  id: z.number(),
  text: z.string(),
  /** Null when whoever wrote it is gone. */
  by: z.string().nullable(),
  at: moment,
  edited_at: moment.nullable(),
  mine: z.boolean(),
});
export type TenantNote = z.output<typeof TenantNote>;

const tenantFilters = filters({ q: searchText, status, tag, company_id: id, region: county, ...days });
const text = z.string().trim().min(1).max(noteMost);

export const tenantCalls = {
  all: call({
    method: 'GET',
    path: `${base}/all_tenants/`,
    summary: 'Those a company has to do with as asking, coming, living or having lived in its homes',
    needs: ['tenants', 'read'],
    query: z.object({ page, page_size: pageSize, tabs, sort: sortBy(['name', 'created_at'], '-created_at'), z_filter: tenantFilters }),
    result: list(TenantHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/tenant_details/`,
    summary: 'One relation with its bookings, tenancies and papers; of one that was merged, the one it became',
    needs: ['tenants', 'read'],
    query: byId,
    result: TenantFull,
    fails: ['notFound'],
  }),
  tags: call({
    method: 'GET',
    path: `${base}/tags/`,
    summary: 'The words tenants are tagged with, the most used first',
    needs: ['tenants', 'read'],
    result: z.object({ results: z.array(z.string()) }),
    fails: [],
  }),
  known: call({
    method: 'GET',
    path: `${base}/known/`,
    summary: 'Whom the company knows already by this number or e-mail, also by the account they belong to',
    needs: ['tenants', 'read'],
    query: z.object({ phone: z.string().trim().max(40).optional(), email: z.string().trim().max(200).optional(), except: id.optional() }),
    /** `elsewhere`: the company knows somebody by it whom the caller does not see. */
    result: z.object({ results: z.array(Known), elsewhere: z.boolean() }),
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_tenant/`,
    summary: 'Write down somebody by hand; whom the company knows already is refused, by e-mail alone unless it is said to be another person',
    needs: holders('tenants', 'create'),
    body: z.strictObject({
      ...said,
      /** Another person with the same e-mail, as families have. */ anyway: z.boolean().default(false),
      company_id: id.optional(),
    }),
    result: TenantFull,
    fails: ['notFound'],
    document: 'tenants',
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/update_tenant/`,
    summary: 'Correct what the company knows of somebody, and its tags',
    needs: makers('tenants', 'edit'),
    query: byId,
    body: z.strictObject({ ...said, name: said.name.optional(), anyway: z.boolean().optional(), revision: z.number().int().optional() }),
    result: TenantFull,
    fails: ['notFound', 'conflict'],
    document: 'tenants',
  }),
  mergeLook: call({
    method: 'GET',
    path: `${base}/merge_look/`,
    summary: 'What would go over to the other one, or why the two cannot become one',
    needs: makers('tenants', 'edit'),
    query: z.object({ id, into: id }),
    result: z.object({
      ...{ bookings: z.number(), tenancies: z.number(), notes: z.number(), problem: z.string().nullable() },
      /** A number of somebody in a lease that stands for them no more, and is told so. */
      number_gone: z.string().nullable(),
    }),
    fails: ['notFound'],
  }),
  merge: call({
    method: 'POST',
    path: `${base}/merge_tenants/`,
    summary: 'Two relations to one person become one: everything that points to the first points to the second',
    needs: makers('tenants', 'edit'),
    query: byId,
    body: z.strictObject({ into: id }),
    result: TenantFull,
    fails: ['notFound', 'conflict'],
    document: 'tenants',
  }),
  notes: call({
    method: 'GET',
    path: `${base}/notes/`,
    summary: 'What the caller’s company wrote down about somebody, newest first; neither they nor the platform’s staff see it',
    needs: ['tenants', 'read'],
    ownEyesOnly: true,
    query: z.object({ tenant_id: id, page, page_size: pageSize }),
    result: list(TenantNote),
    fails: ['notFound'],
  }),
  addNote: call({
    method: 'POST',
    path: `${base}/add_note/`,
    summary: 'Write a note for one’s own company',
    needs: holders('tenants', 'edit'),
    query: z.object({ tenant_id: id }),
    body: z.strictObject({ text }),
    result: TenantNote,
    fails: ['notFound'],
    document: 'tenant_note',
  }),
  editNote: call({
    method: 'PATCH',
    path: `${base}/edit_note/`,
    summary: 'Change a note one wrote',
    needs: holders('tenants', 'edit'),
    query: byId,
    body: z.strictObject({ text }),
    result: TenantNote,
    fails: ['notFound'],
    document: 'tenant_note',
  }),
  removeNote: call({
    method: 'DELETE',
    path: `${base}/delete_note/`,
    summary: 'Take away a note one wrote',
    needs: holders('tenants', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'tenant_note',
  }),
} as const;
