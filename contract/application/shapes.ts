import { z } from 'zod';
import { line } from '#contract/kernel/line.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { phone } from '#contract/kernel/phone.ts';
import { cents, most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { applicationParts, consentKinds, idKinds, paperKinds, workKinds } from './kinds.ts';

const maybePhone = z.union([z.literal(''), phone]).default('');
const short = line.max(120).default('');

/** What is asked first: who, ID number, work, income, people. Under five minutes on a phone. */
export const shortForm = {
  name: line.min(2).max(120),
  id_kind: z.enum(idKinds),
  id_number: line.min(1).max(20),
  work: z.enum(workKinds),
  employer: short,
  income_cents: amount(most.rent),
  people: z.number().int().min(1).max(50),
};
/** The rest, asked of those who are shortlisted, or filled in once for later. */
export const longForm = {
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
  landlord_rent_cents: amount(most.rent).default(cents(0)),
  landlord_reason: line.max(300).default(''),
  guarantor_name: short,
  guarantor_phone: maybePhone,
  guarantor_relation: line.max(60).default(''),
  kin_name: short,
  kin_phone: maybePhone,
  vehicles: line.max(120).default(''),
  pets: line.max(120).default(''),
};
export const consents = z.array(z.enum(consentKinds as [(typeof consentKinds)[number], ...(typeof consentKinds)[number][]])).max(3);

export const idMatches = { error: () => m.application_problem_id(), path: ['id_number'] };
export const ApplicationBody = z.strictObject({ ...shortForm, ...longForm });
export type ApplicationBody = z.output<typeof ApplicationBody>;

const Paper = z.object({ id: z.number(), kind: z.enum(paperKinds), name: z.string(), mime: z.string(), bytes: z.number(), created_at: moment });
export type Paper = z.output<typeof Paper>;
const Look = z.object({
  at: moment,
  who: z.string(),
  company: z.string(),
  what: z.string(),
  booking: z.object({ id: z.number(), code: z.string() }),
});
export type Look = z.output<typeof Look>;

export const MyApplication = z.object({
  application: z
    .object({
      version: z.number(),
      body: ApplicationBody,
      parts: z.array(z.enum(applicationParts)),
      consents: z.array(z.object({ kind: z.enum(consentKinds as [string, ...string[]]), version: z.number(), at: moment })),
      papers: z.array(Paper),
      saved_at: moment,
      usable_until: moment,
      erase_at: moment,
      usable: z.boolean(),
    })
    .nullable(),
  looks: z.array(Look),
  /** Who may look now, and until when at most. */
  open_to: z.array(z.object({ company: z.string(), until: moment, booking: z.object({ id: z.number(), code: z.string() }) })),
});
export type MyApplication = z.output<typeof MyApplication>;

export const ReadApplication = z.object({
  version: z.number(),
  body: ApplicationBody,
  consents: z.array(z.object({ kind: z.string(), version: z.number(), at: moment })),
  papers: z.array(Paper),
  /** How many wait until the applicant is on the shortlist. */
  papers_shut: z.number(),
  saved_at: moment,
  /** Rent as a percentage of income, and whether that is a third at most. */
  rent_percent: z.number().nullable(),
  income_fits: z.boolean(),
});
export type ReadApplication = z.output<typeof ReadApplication>;
