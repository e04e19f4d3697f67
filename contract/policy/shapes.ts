import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { consentMethods } from './kinds.ts';

/** A policy the person must still agree to: the latest published version, in force or announced. */
export const OutstandingPolicy = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  title_sw: z.string(),
  version: z.number(),
  summary: z.string(),
  summary_sw: z.string(),
  effective_from: day,
  /** True: the version in force was not agreed to, so it cannot be postponed. False: it is announced and may be postponed until its date. */
  binding: z.boolean(),
});
export type OutstandingPolicy = z.output<typeof OutstandingPolicy>;

/** The people who agreed, with version, time and method; for people who have not agreed, the version they must accept next. */
export const PolicyConsent = z.object({
  /** The id of the consent; for an outstanding one a number that is unique in the list. */
  id: z.number(),
  person_id: z.number(),
  person: z.string(),
  code: z.string(),
  user_type: z.number(),
  policy_id: z.number(),
  slug: z.string(),
  title: z.string(),
  version: z.number(),
  at: moment.nullable(),
  how: z.enum(consentMethods).nullable(),
});
export type PolicyConsent = z.output<typeof PolicyConsent>;
