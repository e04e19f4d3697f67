import { z } from 'zod';
import { OpenApprovalRequest } from '#contract/kernel/approval-link.ts';
import { buildFilterSchema, buildSortSchema, day, id, moment, searchText } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { companyRoles, userTypes } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { accountActions, dualApprovalActions } from './kinds.ts';
import { personMachine } from './machine.ts';

export const PersonSummary = z.object({
  id: z.number(),
  code: z.string(),
  user_random_code: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  phone: z.string().nullable(),
  image: z.string().nullable(),
  user_type: z.number(),
  is_active: z.boolean(),
  verified_status: stateSchema(personMachine),
  region: z.string().nullable(),
  location_name: z.string().nullable(),
  company: z.string().nullable(),
  created_at: moment,
  last_sign_in_at: moment.nullable(),
  /** The last change of the account or its company. It is sent back with a decision, so that no decision is based on outdated data. */
  updated_at: moment,
});
export type PersonSummary = z.output<typeof PersonSummary>;

const Company = z.object({
  id: z.number(),
  code: z.string(),
  kind: z.enum(companyRoles),
  name: z.string(),
  business_type: z.number().nullable(),
  kra_pin: z.string().nullable(),
  reg_no: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  pay_paybill: z.string().nullable(),
  pay_till: z.string().nullable(),
  pay_bank: z.string().nullable(),
});

export const PersonDetails = PersonSummary.extend({
  locale: z.enum(['en', 'sw']),
  onboarding: z.boolean(),
  company_details: Company.nullable(),
  /** The county a dealer requested when joining; `region` is the one they were given. */
  asked_region: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** The number was proved too long ago: a code to it alone does not sign in any more. */
  phone_lapsed: z.boolean(),
  /** The caller's available actions on this account. */
  acts: z.array(z.enum(accountActions)),
  /** A pending request of one super admin about another, visible to super admins only. */
  request: z
    .object({ id: z.number(), act: z.enum(dualApprovalActions), reason: z.string(), by: z.string(), mine: z.boolean(), at: moment })
    .nullable(),
  /** Enabling this account needs a second super admin; an open request to enable it. */
  enabling_needs_two: z.boolean(),
  enabling: OpenApprovalRequest.nullable(),
});
export type PersonDetails = z.output<typeof PersonDetails>;

export const HistoryEntry = z.object({
  id: z.number(),
  at: moment,
  kind: z.number(),
  document: z.string(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

const userType = z.coerce
  .number()
  .int()
  .refine((n) => (Object.values(userTypes) as number[]).includes(n), { error: () => m.problem_user_type() });
const yesOrNo = z.enum(['true', 'false']);
const sorts = ['name', 'email', 'created_at', 'last_sign_in_at', 'region', 'user_type'] as const;
/** How lists of people are sorted and filtered. */
export const peopleListQuery = {
  sort: buildSortSchema(sorts, '-created_at'),
  z_filter: buildFilterSchema({
    name: searchText,
    user_random_code: searchText,
    email: searchText,
    email_verified: yesOrNo,
    is_active: yesOrNo,
    verified_status: stateSchema(personMachine),
    created_at: day,
    /** The range of joining dates, both included. */
    joined_from: day,
    joined_to: day,
    company_id: id,
    location_name: searchText,
    user_type: userType,
  }),
};
