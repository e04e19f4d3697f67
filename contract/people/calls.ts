import { z } from 'zod';
import { type CallShape, call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildListSchema, csvFile, csvPartNumber, id, moment, pageNumberSchema, pageSize, tabCountsFlag } from '#contract/kernel/list.ts';
import { companyRoles, platformRoles } from '#contract/kernel/roles.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { m } from '#words/messages.js';
import { accountActionCalls } from './account-action-calls.ts';
import { businessTypes, getPeopleReadRequirement, type PersonKindName, personKinds, userListAccessRequirement } from './kinds.ts';
import { HistoryEntry, PersonDetails, PersonSummary, peopleListQuery } from './shapes.ts';

export type { HistoryEntry, PersonDetails, PersonSummary } from './shapes.ts';

const region = z.enum(kenyanCounties.map((county) => county.code) as [string, ...string[]]);
const businessType = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(businessTypes) as number[]).includes(n), { error: () => m.people_problem_business_type() });

/** What people change about themselves. The company fields are for account holders. */
const phone = singleLine.max(30);
const OwnDetails = z.strictObject({ name: singleLine.min(2).max(120), phone, locale: z.enum(['en', 'sw']) }).partial();
const optionalText = (most: number) => singleLine.max(most);
const payFields = ['pay_paybill', 'pay_till', 'pay_bank'] as const;
const payNumber = z
  .string()
  .trim()
  .regex(/^(\d{5,7})?$/, { error: () => m.people_problem_pay_number() });
const CompanyDetails = OwnDetails.extend({
  company_name: singleLine.min(1).max(200).optional(),
  company_phone: phone.optional(),
  company_email: z.union([z.literal(''), z.email().max(320)]).optional(),
  kra_pin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z]\d{9}[A-Z])?$/, { error: () => m.people_problem_tax_pin() })
    .optional(),
  reg_no: optionalText(60).optional(),
  address: optionalText(300).optional(),
  /** The company's payment details; applicants and tenants read them. */
  pay_paybill: payNumber.optional(),
  pay_till: payNumber.optional(),
  pay_bank: z
    .string()
    .trim()
    .max(300)
    .refine((text) => text === '' || text.length >= 5, { error: () => m.people_problem_pay_bank() })
    .optional(),
});
/** Payment details can be changed only after a recent sign-in confirmation. */
const changesPay = (input: Readonly<Record<string, unknown>>): boolean => payFields.some((field) => input[field] !== undefined);
const detailsOf = (kind: PersonKindName): typeof CompanyDetails =>
  (companyRoles as readonly string[]).includes(personKinds[kind].role) ? CompanyDetails : (OwnDetails as unknown as typeof CompanyDetails);

const base = '/api/v2/accounts';
const plural = {
  admin: 'admins',
  sub_admin: 'sub_admins',
  super_admin: 'super_admins',
  dealer: 'dealers',
  owner: 'owners',
  agent: 'agents',
  tenant: 'tenants',
  staff: 'staff_members',
  user: 'users',
} as const;

/** Lists and records of one kind, or of everyone. */
const reading = (kind: PersonKindName | 'user') => {
  const needs = kind === 'user' ? userListAccessRequirement : getPeopleReadRequirement(kind);
  return {
    list: call({
      method: 'GET',
      path: `${base}/${kind}/fetch_${plural[kind]}/`,
      summary: `List ${plural[kind].replace('_', ' ')} the caller may see`,
      needs,
      query: z.object({ page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag, ...peopleListQuery }),
      result: buildListSchema(PersonSummary),
      fails: [],
    }),
    details: call({
      method: 'GET',
      path: `${base}/${kind}/fetch_${kind}_details/`,
      summary: 'Get an account; if a code is given, it must match',
      needs,
      query: z.object({ id, code: z.string().max(40).optional() }),
      result: PersonDetails,
      fails: ['notFound'],
    }),
    csv: call({
      method: 'GET',
      path: `${base}/${kind}/export_${plural[kind]}/`,
      summary: 'Export the filtered accounts as CSV, in parts of 5,000 rows; the export is logged',
      needs,
      query: z.object({ ...peopleListQuery, part: csvPartNumber }),
      result: csvFile,
      fails: [],
    }),
  } as const;
};

/** The own account. Given addresses replace the default where the specification spells them differently. */
const owning = (kind: PersonKindName, spelled: { account?: string; update?: string } = {}) => {
  const needs = { only: [personKinds[kind].role] } as const;
  return {
    account: call({
      method: 'GET',
      path: `${base}/${kind}/${spelled.account ?? `fetch_${kind}_account`}/`,
      summary: 'Get the caller’s account',
      needs,
      ownAccount: true,
      result: PersonDetails,
      fails: [],
    }),
    update: call({
      method: 'POST',
      path: `${base}/${kind}/${spelled.update ?? `update_${kind}_details`}`,
      summary: 'Update the caller’s details; omitted fields do not change',
      needs,
      ownAccount: true,
      body: detailsOf(kind),
      result: PersonDetails,
      fails: ['forbidden'],
      document: 'account',
      freshFor: changesPay,
    }),
    picture: call({
      method: 'POST',
      path: `${base}/profiles/update_${kind}_profile/`,
      summary: 'Upload the caller’s profile picture',
      needs,
      ownAccount: true,
      upload: { field: personKinds[kind].picture, kinds: ['images'] },
      draws: true,
      result: z.object({ image: z.string() }),
      fails: [],
      document: 'account',
    }),
    resetPicture: call({
      method: 'DELETE',
      path: `${base}/profiles/reset_${kind}_profile/`,
      summary: 'Remove the caller’s profile picture',
      needs,
      ownAccount: true,
      result: z.object({ image: z.null() }),
      fails: [],
      document: 'account',
    }),
  } as const;
};

/** One definition for every kind; the differences are in contract/people/kinds.ts. */
export const familyCalls = {
  admin: { ...reading('admin'), ...owning('admin') },
  sub_admin: { ...reading('sub_admin'), ...owning('sub_admin') },
  super_admin: { ...reading('super_admin'), ...owning('super_admin') },
  dealer: { ...reading('dealer'), ...owning('dealer') },
  owner: { ...reading('owner'), ...owning('owner', { account: 'get_owner_details' }) },
  agent: { ...reading('agent'), ...owning('agent', { account: 'get_agent_details' }) },
  tenant: { ...reading('tenant'), ...owning('tenant', { account: 'get_tenant_details', update: 'update_tenant_general_details' }) },
  staff: owning('staff'),
  user: reading('user'),
} as const;
/** The calls of all kinds for the documentation and the tests, with one name per family. */
export const accountFamilyCallTable: Readonly<Record<string, Readonly<Record<string, CallShape>>>> = Object.fromEntries(
  Object.entries(familyCalls).map(([kind, calls]) => [`people_${kind}`, calls]),
);

export type FamilyReadCalls = ReturnType<typeof reading>;
export type FamilyOwnCalls = ReturnType<typeof owning>;

const reason = z.string().trim().min(3).max(500);
const user_id = id;
/** The exact permission depends on whose account it is (rules.ts); here only platform roles are required. */
const platform = { only: platformRoles } as const;

export const peopleCalls = {
  updateSuperUser: call({
    method: 'POST',
    path: `${base}/super_admin/update_super_user_details`,
    summary: 'Update a user’s name, phone or language as super admin; without user_id, the caller’s own',
    needs: { only: ['superadmin'] },
    fresh: true,
    body: OwnDetails.extend({ user_id: id.optional() }),
    result: PersonDetails,
    fails: ['notFound'],
    document: 'account',
  }),
  changeStatus: call({
    method: 'PATCH',
    path: `${base}/user/change_owner_agent_dealer_status/`,
    summary: 'Approve (1), suspend (2) or reject (3) an owner, agent or dealer; 2 and 3 need a reason',
    needs: platform,
    query: z.object({ state: z.coerce.number().int().min(1).max(3), user_id }),
    /** `updated_at` as the caller read it: a record changed since must not be approved or rejected unread. */
    /** The approver of an agent has checked the EARB certificate, or states that there is none. */
    body: z.strictObject({
      reason: reason.optional(),
      updated_at: moment.optional(),
      earb: z.union([z.literal('none'), z.number().int().min(1)]).optional(),
    }),
    result: PersonDetails,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'account',
  }),
  changeActive: call({
    method: 'PATCH',
    path: `${base}/user/change_user_status/`,
    summary: 'Enable or disable a user’s sign-in; disabling needs a reason and ends their sessions',
    needs: platform,
    fresh: true,
    query: z.object({ user_id }),
    body: z.strictObject({ is_active: z.boolean(), reason: reason.optional() }),
    result: PersonDetails,
    fails: ['notFound', 'forbidden', 'conflict'],
    toast: 'userStatusUpdated',
    document: 'account',
  }),
  changeRegion: call({
    method: 'PATCH',
    path: `${base}/user/update_user_region/`,
    summary: 'Assign a region to a user by county code',
    needs: platform,
    query: z.object({ user_id }),
    body: z.strictObject({ region }),
    result: PersonDetails,
    fails: ['notFound', 'forbidden'],
    toast: 'locationUpdated',
    document: 'account',
  }),
  upgrade: call({
    method: 'PATCH',
    path: `${base}/user/upgrade_user_to_company/`,
    summary: 'Convert an individual owner, agent or dealer into a company; the code must match',
    needs: platform,
    query: z.object({ code: z.string().trim().min(1).max(40), user_id }),
    body: z.strictObject({
      business_type: businessType,
      company_name: singleLine.min(1).max(200).optional(),
      reg_no: optionalText(60).optional(),
    }),
    result: PersonDetails,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'account',
  }),
  remove: call({
    method: 'PATCH',
    path: `${base}/user/user_delete/`,
    summary: 'Close a user’s account permanently; the code must match',
    needs: platform,
    fresh: true,
    query: z.object({ user_code: z.string().trim().min(1).max(40), user_id }),
    body: z.strictObject({ reason: reason.optional() }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    toast: 'userDeleted',
    document: 'account',
  }),
  ...accountActionCalls,
  history: call({
    method: 'GET',
    path: `${base}/user/fetch_user_history/`,
    summary: 'List the history of an account, newest first',
    needs: platform,
    query: z.object({ user_id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(HistoryEntry),
    fails: ['notFound'],
  }),
} as const;
