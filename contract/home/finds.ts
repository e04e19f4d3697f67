import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';

/** Records Ctrl K finds, in the order they are shown. */
export const findKinds = ['person', 'company', 'property', 'unit', 'listing', 'lead', 'tenant'] as const;
export type FindKind = (typeof findKinds)[number];
export const findLimits = { least: 2, most: 80, each: 5 } as const;

const Found = z.object({
  kind: z.enum(findKinds),
  id: z.number(),
  code: z.string(),
  title: z.string(),
  /** What tells it from others of the same name. */
  about: z.string(),
  /** Of a person, or of whoever leads the company: says on which page they are shown. */
  user_type: z.number().nullable(),
  /** Of a listing: whether it is to let, to lease or for sale. */
  listing_type: z.number().nullable(),
});
export type Found = z.output<typeof Found>;

export const findCalls = {
  find: call({
    method: 'GET',
    path: '/api/v2/home/find/',
    summary: 'Records the caller sees, by name, phone, e-mail, number or code: people, companies, properties, units, listings, leads, tenants',
    needs: ['dashboard', 'read'],
    query: z.object({ q: z.string().trim().min(findLimits.least).max(findLimits.most) }),
    result: z.object({ results: z.array(Found) }),
    fails: [],
  }),
} as const;
