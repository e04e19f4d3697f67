import { z } from 'zod';
import { day, moment } from '#contract/kernel/list.ts';
import { consentWays } from './kinds.ts';

/** What somebody is asked to agree to: the latest version that was published, in force already or announced. */
export const OutstandingPolicy = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  title_sw: z.string(),
  version: z.number(),
  summary: z.string(),
  summary_sw: z.string(),
  effective_from: day,
  /** True: the version in force was not agreed to, so it cannot wait. False: it is announced, and may wait until its day. */
  binding: z.boolean(),
});
export type OutstandingPolicy = z.output<typeof OutstandingPolicy>;

/** Who agreed to which version, when and how; of somebody who has not, the version they will be asked for. */
export const PolicyConsent = z.object({
  /** Of the agreement; of what is outstanding a number that is unique in the list. */
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
  how: z.enum(consentWays).nullable(),
});
export type PolicyConsent = z.output<typeof PolicyConsent>;
