import { z } from 'zod';
import { singleLine } from '#contract/kernel/line.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { amountLimits, toCents } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { applicationConsentKinds, applicationDocumentKinds, applicationParts, employmentKinds, identityDocumentKinds } from './kinds.ts';

const maybePhone = z.union([z.literal(''), phone]).default('');
const short = singleLine.max(120).default('');

/** The fields of the first application: name, ID number, work, income, household. It takes under five minutes on a phone. */
export const shortApplicationFields = {
  name: singleLine.min(2).max(120),
  id_kind: z.enum(identityDocumentKinds),
  id_number: singleLine.min(1).max(20),
  work: z.enum(employmentKinds),
  employer: short,
  income_cents: amountSchema(amountLimits.rent),
  people: z.number().int().min(1).max(50),
};
/** The remaining fields, requested from shortlisted applicants or filled in once for later. */
export const longApplicationFields = {
  kra_pin: z
    .union([
      z.literal(''),
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[AP]\d{9}[A-Z]$/, { error: () => m.application_problem_pin() }),
    ])
    .default(''),
  position: short,
  employed_since: z.union([z.literal(''), day]).default(''),
  employer_phone: maybePhone,
  landlord_name: short,
  landlord_phone: maybePhone,
  landlord_rent_cents: amountSchema(amountLimits.rent).default(toCents(0)),
  landlord_reason: singleLine.max(300).default(''),
  guarantor_name: short,
  guarantor_phone: maybePhone,
  guarantor_relation: singleLine.max(60).default(''),
  kin_name: short,
  kin_phone: maybePhone,
  vehicles: singleLine.max(120).default(''),
  pets: singleLine.max(120).default(''),
};
export const applicationConsentsSchema = z
  .array(z.enum(applicationConsentKinds as [(typeof applicationConsentKinds)[number], ...(typeof applicationConsentKinds)[number][]]))
  .max(3);

export const idNumberProblem = { error: () => m.application_problem_id(), path: ['id_number'] };
export const ApplicationBody = z.strictObject({ ...shortApplicationFields, ...longApplicationFields });
export type ApplicationBody = z.output<typeof ApplicationBody>;

const ApplicationDocument = z.object({
  id: z.number(),
  kind: z.enum(applicationDocumentKinds),
  name: z.string(),
  mime: z.string(),
  bytes: z.number(),
  created_at: moment,
});
export type ApplicationDocument = z.output<typeof ApplicationDocument>;
const ApplicationAccess = z.object({
  at: moment,
  who: z.string(),
  company: z.string(),
  what: z.string(),
  booking: z.object({ id: z.number(), code: z.string() }),
});
export type ApplicationAccess = z.output<typeof ApplicationAccess>;

export const MyApplication = z.object({
  application: z
    .object({
      version: z.number(),
      body: ApplicationBody,
      parts: z.array(z.enum(applicationParts)),
      consents: z.array(z.object({ kind: z.enum(applicationConsentKinds as [string, ...string[]]), version: z.number(), at: moment })),
      papers: z.array(ApplicationDocument),
      saved_at: moment,
      usable_until: moment,
      erase_at: moment,
      usable: z.boolean(),
    })
    .nullable(),
  looks: z.array(ApplicationAccess),
  /** Companies with access now, and the last day of that access. */
  open_to: z.array(z.object({ company: z.string(), until: moment, booking: z.object({ id: z.number(), code: z.string() }) })),
});
export type MyApplication = z.output<typeof MyApplication>;

export const SharedApplication = z.object({
  version: z.number(),
  body: ApplicationBody,
  consents: z.array(z.object({ kind: z.string(), version: z.number(), at: moment })),
  papers: z.array(ApplicationDocument),
  /** Number of documents that stay closed until the applicant is shortlisted. */
  papers_shut: z.number(),
  saved_at: moment,
  /** Rent as a percentage of income, and whether it is within the limit of a third. */
  rent_percent: z.number().nullable(),
  income_fits: z.boolean(),
});
export type SharedApplication = z.output<typeof SharedApplication>;
