import { z } from 'zod';
import { companyRolesOnly, companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { CorrectedPayment } from '#contract/kernel/corrected-payment.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  day,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  rowCompanyFields,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { m } from '#words/messages.js';
import { maxTenantNoteLength, tagMost, tagsMost, tenantMatchFields, tenantStatusNumbers } from './status.ts';

const base = '/api/v2/tenant';
const byId = z.object({ id });
/** The status number from the specification. */
const status = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(tenantStatusNumbers) as number[]).includes(n), { error: () => m.problem_one_of({ values: '1, 2, 3, 4, 5' }) });
const tag = singleLine.min(1).max(tagMost);
const contact = {
  phone: z.union([z.literal(''), phone]).optional(),
  email: z.union([z.literal(''), z.email().max(200)]).optional(),
};
const said = { name: singleLine.min(1).max(120), ...contact, tags: z.array(tag).max(tagsMost).optional() };

export const TenantSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.number(),
  tags: z.array(z.string()),
  /** The tenant has a user account, linked to this record. */
  has_account: z.boolean(),
  /** Current or last home; `more` counts further homes rented at the same time. */
  home: z.object({ id: z.number(), code: z.string(), name: z.string(), property: z.string(), more: z.number() }).nullable(),
  ...rowCompanyFields,
  created_at: moment,
  /** The first day of a tenancy, booking or enquiry, if that was before the record was created. */
  known_since: day,
  revision: z.number(),
});
export type TenantSummary = z.output<typeof TenantSummary>;

const Place = z.object({ id: z.number(), code: z.string(), name: z.string() });
/** A tenant record that the company already has. */
export const ExistingTenant = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  status: z.number(),
  since: moment,
  by: z.enum(tenantMatchFields),
});
export type ExistingTenant = z.output<typeof ExistingTenant>;

export const TenantDetails = TenantSummary.extend({
  /** Other tenant records of the company with the same number: one person under two names, or two people whose number was mistyped or is shared. */
  same_number: z.array(ExistingTenant),
  /** Whether the caller may correct, merge and add notes to the record. */
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
      /** The day this tenant left, if earlier than the others. */
      until: day.nullable(),
    }),
  ),
  files: z.array(
    z.object({ id: z.number(), name: z.string(), kind: z.string(), tenancy: z.string(), tenancy_id: z.number(), expires_on: day.nullable() }),
  ),
  /** Corrections of payments of this tenant, for people who see payments. */
  corrections: z.array(CorrectedPayment),
});
export type TenantDetails = z.output<typeof TenantDetails>;

const TenantNote = z.object({
  id: z.number(),
  text: z.string(),
  /** Null when the author's account no longer exists. */
  by: z.string().nullable(),
  at: moment,
  edited_at: moment.nullable(),
  mine: z.boolean(),
});
export type TenantNote = z.output<typeof TenantNote>;

const tenantFilters = buildFilterSchema({ q: searchText, status, tag, company_id: id, region: countyCodeShape, ...dayRange });
const text = z.string().trim().min(1).max(maxTenantNoteLength);

export const tenantCalls = {
  list: call({
    method: 'GET',
    path: `${base}/all_tenants/`,
    summary: 'List the company’s tenants: applicants, future, current and former occupants',
    needs: ['tenants', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['name', 'created_at'], '-created_at'),
      z_filter: tenantFilters,
    }),
    result: buildListSchema(TenantSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/tenant_details/`,
    summary: 'Get a tenant with bookings, tenancies and documents; for a merged tenant, the remaining one',
    needs: ['tenants', 'read'],
    query: byId,
    result: TenantDetails,
    fails: ['notFound'],
  }),
  listTags: call({
    method: 'GET',
    path: `${base}/tags/`,
    summary: 'List tags of tenants, most used first',
    needs: ['tenants', 'read'],
    result: z.object({ results: z.array(z.string()) }),
    fails: [],
  }),
  findKnown: call({
    method: 'GET',
    path: `${base}/known/`,
    summary: 'Find existing tenants with this phone number or email, including by their account',
    needs: ['tenants', 'read'],
    query: z.object({ phone: z.string().trim().max(40).optional(), email: z.string().trim().max(200).optional(), except: id.optional() }),
    /** `elsewhere`: the company has a matching record that the caller may not see. */
    result: z.object({ results: z.array(ExistingTenant), elsewhere: z.boolean() }),
    fails: [],
  }),
  create: call({
    method: 'POST',
    path: `${base}/create_tenant/`,
    summary: 'Add a tenant by hand; a duplicate phone number is refused, and a duplicate email unless it is confirmed as another person',
    needs: companyRolesOnly('tenants', 'create'),
    body: z.strictObject({
      ...said,
      /** Confirms that this is another person with the same email, as in families. */ anyway: z.boolean().default(false),
      company_id: id.optional(),
    }),
    result: TenantDetails,
    fails: ['notFound'],
    document: 'tenants',
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/update_tenant/`,
    summary: 'Update a tenant’s details and tags',
    needs: companyRolesOrSuperadmin('tenants', 'edit'),
    query: byId,
    body: z.strictObject({ ...said, name: said.name.optional(), anyway: z.boolean().optional(), revision: z.number().int().optional() }),
    result: TenantDetails,
    fails: ['notFound', 'conflict'],
    document: 'tenants',
  }),
  previewMerge: call({
    method: 'GET',
    path: `${base}/merge_look/`,
    summary: 'Preview the merge of two tenants, or the reason why they cannot be merged',
    needs: companyRolesOrSuperadmin('tenants', 'edit'),
    query: z.object({ id, into: id }),
    result: z.object({
      bookings: z.number(),
      tenancies: z.number(),
      notes: z.number(),
      problem: z.string().nullable(),
      /** A number that was removed from a tenant with a lease; its owner is notified. */
      number_gone: z.string().nullable(),
    }),
    fails: ['notFound'],
  }),
  merge: call({
    method: 'POST',
    path: `${base}/merge_tenants/`,
    summary: 'Merge two tenants; all records of the first move to the second',
    needs: companyRolesOrSuperadmin('tenants', 'edit'),
    query: byId,
    body: z.strictObject({ into: id }),
    result: TenantDetails,
    fails: ['notFound', 'conflict'],
    document: 'tenants',
  }),
  listNotes: call({
    method: 'GET',
    path: `${base}/notes/`,
    summary: 'List the company’s notes about a tenant, newest first; the tenant and platform staff cannot see them',
    needs: ['tenants', 'read'],
    ownEyesOnly: true,
    query: z.object({ tenant_id: id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(TenantNote),
    fails: ['notFound'],
  }),
  addNote: call({
    method: 'POST',
    path: `${base}/add_note/`,
    summary: 'Add a company note about a tenant',
    needs: companyRolesOnly('tenants', 'edit'),
    query: z.object({ tenant_id: id }),
    body: z.strictObject({ text }),
    result: TenantNote,
    fails: ['notFound'],
    document: 'tenant_note',
  }),
  editNote: call({
    method: 'PATCH',
    path: `${base}/edit_note/`,
    summary: 'Update one of the caller’s notes',
    needs: companyRolesOnly('tenants', 'edit'),
    query: byId,
    body: z.strictObject({ text }),
    result: TenantNote,
    fails: ['notFound'],
    document: 'tenant_note',
  }),
  removeNote: call({
    method: 'DELETE',
    path: `${base}/delete_note/`,
    summary: 'Delete one of the caller’s notes',
    needs: companyRolesOnly('tenants', 'edit'),
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'tenant_note',
  }),
} as const;
