import { z } from 'zod';
import { type CallShape, call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { day, exported, filters, id, list, moment, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { companyRoles, platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { counties } from '#contract/reference/counties.ts';
import { m } from '#words/messages.js';
import { followCalls } from './follow-calls.ts';
import { businessTypes, type KindName, kinds, readingNeeds, usersNeeds } from './kinds.ts';
import { personMachine } from './machine.ts';
import { PersonFull, PersonHead, Trace } from './shapes.ts';

export type { PersonFull, PersonHead, Trace } from './shapes.ts';

const region = z.enum(counties.map((county) => county.code) as [string, ...string[]]);
const userType = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(userTypes) as number[]).includes(n), { error: () => m.problem_user_type() });
const businessType = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(businessTypes) as number[]).includes(n), { error: () => m.people_problem_business_type() });

const yesOrNo = z.enum(['true', 'false']);
const sorts = ['name', 'email', 'created_at', 'last_sign_in_at', 'region', 'user_type'] as const;
const found = {
  sort: sortBy(sorts, '-created_at'),
  z_filter: filters({
    name: searchText,
    user_random_code: searchText,
    email: searchText,
    email_verified: yesOrNo,
    is_active: yesOrNo,
    verified_status: stateSchema(personMachine),
    created_at: day,
    /** The days somebody joined on, both counted. */
    joined_from: day,
    joined_to: day,
    company_id: id,
    location_name: searchText,
    user_type: userType,
  }),
};

/** What people change about themselves. The company's part is for those who hold one. */
const phone = line.max(30);
const OwnDetails = z.strictObject({ name: line.min(2).max(120), phone, locale: z.enum(['en', 'sw']) }).partial();
const optionalText = (most: number) => line.max(most);
const payFields = ['pay_paybill', 'pay_till', 'pay_bank'] as const;
const payNumber = z
  .string()
  .trim()
  .regex(/^(\d{5,7})?$/, { error: () => m.people_problem_pay_number() });
const CompanyDetails = OwnDetails.extend({
  company_name: line.min(1).max(200).optional(),
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
  /** How the company is paid; applicants and tenants read it. */
  pay_paybill: payNumber.optional(),
  pay_till: payNumber.optional(),
  pay_bank: z
    .string()
    .trim()
    .max(300)
    .refine((text) => text === '' || text.length >= 5, { error: () => m.people_problem_pay_bank() })
    .optional(),
});
/** Where money goes is changed by whoever has just shown who they are. */
const changesPay = (input: Readonly<Record<string, unknown>>): boolean => payFields.some((field) => input[field] !== undefined);
const detailsOf = (kind: KindName): typeof CompanyDetails =>
  (companyRoles as readonly string[]).includes(kinds[kind].role) ? CompanyDetails : (OwnDetails as unknown as typeof CompanyDetails);

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

/** Lists and records of a kind, or of everybody. */
const reading = (kind: KindName | 'user') => {
  const needs = kind === 'user' ? usersNeeds : readingNeeds(kind);
  return {
    list: call({
      method: 'GET',
      path: `${base}/${kind}/fetch_${plural[kind]}/`,
      summary: `${plural[kind].replace('_', ' ')} the caller may see, a page at a time`,
      needs,
      query: z.object({ page, page_size: pageSize, tabs, ...found }),
      result: list(PersonHead),
      fails: [],
    }),
    details: call({
      method: 'GET',
      path: `${base}/${kind}/fetch_${kind}_details/`,
      summary: 'One account; with a code, only when it is that account’s',
      needs,
      query: z.object({ id, code: z.string().max(40).optional() }),
      result: PersonFull,
      fails: ['notFound'],
    }),
    csv: call({
      method: 'GET',
      path: `${base}/${kind}/export_${plural[kind]}/`,
      summary: 'The same list as a table file, in parts of 5,000 rows; leaves a trace in the log',
      needs,
      query: z.object({ ...found, part }),
      result: exported,
      fails: [],
    }),
  } as const;
};

/** One's own account. Where the specification spells an address differently for a kind, it is given. */
const owning = (kind: KindName, spelled: { account?: string; update?: string } = {}) => {
  const needs = { only: [kinds[kind].role] } as const;
  return {
    account: call({
      method: 'GET',
      path: `${base}/${kind}/${spelled.account ?? `fetch_${kind}_account`}/`,
      summary: 'The caller’s own account',
      needs,
      ownAccount: true,
      result: PersonFull,
      fails: [],
    }),
    update: call({
      method: 'POST',
      path: `${base}/${kind}/${spelled.update ?? `update_${kind}_details`}`,
      summary: 'Change the caller’s own details; what is left out stays',
      needs,
      ownAccount: true,
      body: detailsOf(kind),
      result: PersonFull,
      fails: ['forbidden'],
      document: 'account',
      freshFor: changesPay,
    }),
    picture: call({
      method: 'POST',
      path: `${base}/profiles/update_${kind}_profile/`,
      summary: 'A new picture of the caller',
      needs,
      ownAccount: true,
      upload: { field: kinds[kind].picture, kinds: ['images'] },
      draws: true,
      result: z.object({ image: z.string() }),
      fails: [],
      document: 'account',
    }),
    resetPicture: call({
      method: 'DELETE',
      path: `${base}/profiles/reset_${kind}_profile/`,
      summary: 'Back to the placeholder picture',
      needs,
      ownAccount: true,
      result: z.object({ image: z.null() }),
      fails: [],
      document: 'account',
    }),
  } as const;
};

/** One definition for every kind; what differs between them is in contract/people/kinds.ts. */
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
/** The same for the documentation and the tests: a name of its own for each family beside the rooms'. */
export const familyTable: Readonly<Record<string, Readonly<Record<string, CallShape>>>> = Object.fromEntries(
  Object.entries(familyCalls).map(([kind, calls]) => [`people_${kind}`, calls]),
);

export type Reading = ReturnType<typeof reading>;
export type Owning = ReturnType<typeof owning>;

const reason = z.string().trim().min(3).max(500);
const user_id = id;
/** Which right it takes depends on whose account it is (rules.ts): here only that it is the platform's business. */
const platform = { only: platformRoles } as const;

export const peopleCalls = {
  updateSuperUser: call({
    method: 'POST',
    path: `${base}/super_admin/update_super_user_details`,
    summary: 'A superadmin changes somebody’s name, phone or language; their own without user_id',
    needs: { only: ['superadmin'] },
    fresh: true,
    body: OwnDetails.extend({ user_id: id.optional() }),
    result: PersonFull,
    fails: ['notFound'],
    document: 'account',
  }),
  changeStatus: call({
    method: 'PATCH',
    path: `${base}/user/change_owner_agent_dealer_status/`,
    summary: 'Approve (1), suspend (2) or reject (3) an owner, agent or dealer; 2 and 3 need a reason',
    needs: platform,
    query: z.object({ state: z.coerce.number().int().min(1).max(3), user_id }),
    /** `updated_at` as it was when the caller looked: whoever has changed since is not judged unseen. */
    /** Whoever approves an agent has seen the EARB certificate, or says that there is none. */
    body: z.strictObject({
      reason: reason.optional(),
      updated_at: moment.optional(),
      earb: z.union([z.literal('none'), z.number().int().min(1)]).optional(),
    }),
    result: PersonFull,
    fails: ['notFound', 'forbidden', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'account',
  }),
  changeActive: call({
    method: 'PATCH',
    path: `${base}/user/change_user_status/`,
    summary: 'Let somebody sign in or not; switching off needs a reason and ends their sessions at once',
    needs: platform,
    fresh: true,
    query: z.object({ user_id }),
    body: z.strictObject({ is_active: z.boolean(), reason: reason.optional() }),
    result: PersonFull,
    fails: ['notFound', 'forbidden', 'conflict'],
    toast: 'userStatusUpdated',
    document: 'account',
  }),
  changeRegion: call({
    method: 'PATCH',
    path: `${base}/user/update_user_region/`,
    summary: 'Give somebody a region, by the code of a county',
    needs: platform,
    query: z.object({ user_id }),
    body: z.strictObject({ region }),
    result: PersonFull,
    fails: ['notFound', 'forbidden'],
    toast: 'locationUpdated',
    document: 'account',
  }),
  upgrade: call({
    method: 'PATCH',
    path: `${base}/user/upgrade_user_to_company/`,
    summary: 'Turn an owner, agent or dealer who trades alone into a company; the code must be theirs',
    needs: platform,
    query: z.object({ code: z.string().trim().min(1).max(40), user_id }),
    body: z.strictObject({
      business_type: businessType,
      company_name: line.min(1).max(200).optional(),
      reg_no: optionalText(60).optional(),
    }),
    result: PersonFull,
    fails: ['notFound', 'forbidden', 'conflict'],
    document: 'account',
  }),
  remove: call({
    method: 'PATCH',
    path: `${base}/user/user_delete/`,
    summary: 'Close somebody’s account for good; the code must be theirs',
    needs: platform,
    fresh: true,
    query: z.object({ user_code: z.string().trim().min(1).max(40), user_id }),
    body: z.strictObject({ reason: reason.optional() }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'forbidden', 'conflict'],
    toast: 'userDeleted',
    document: 'account',
  }),
  ...followCalls,
  history: call({
    method: 'GET',
    path: `${base}/user/fetch_user_history/`,
    summary: 'What happened to an account, newest first',
    needs: platform,
    query: z.object({ user_id, page, page_size: pageSize }),
    result: list(Trace),
    fails: ['notFound'],
  }),
} as const;
