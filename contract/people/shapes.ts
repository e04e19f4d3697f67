import { z } from 'zod';
import { moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { acts, twoActs } from './kinds.ts';
import { personMachine } from './machine.ts';

export const PersonHead = z.object({
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
  /** The account or its company, whichever was changed last: sent back with a judgement, so that nobody is judged unseen. */
  updated_at: moment,
});
export type PersonHead = z.output<typeof PersonHead>;

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

export const PersonFull = PersonHead.extend({
  locale: z.enum(['en', 'sw']),
  onboarding: z.boolean(),
  company_details: Company.nullable(),
  /** The county a dealer wished for when they joined; `region` is the one they were given. */
  asked_region: z.object({ code: z.string(), name: z.string() }).nullable(),
  /** Too long since they showed that their number is theirs: a code to it does not open the account by itself. */
  phone_lapsed: z.boolean(),
  /** What the caller may do to this account now. */
  acts: z.array(z.enum(acts)),
  /** What a superadmin asks about another, until a second settles it; for superadmins alone. */
  request: z.object({ id: z.number(), act: z.enum(twoActs), reason: z.string(), by: z.string(), mine: z.boolean(), at: moment }).nullable(),
});
export type PersonFull = z.output<typeof PersonFull>;

export const Trace = z.object({
  id: z.number(),
  at: moment,
  kind: z.number(),
  document: z.string(),
  actor: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
});
export type Trace = z.output<typeof Trace>;
