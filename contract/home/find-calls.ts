import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';

/** Records that Ctrl K finds, in display order. */
export const foundRecordKinds = ['person', 'company', 'property', 'unit', 'listing', 'lead', 'tenant'] as const;
export type FoundRecordKind = (typeof foundRecordKinds)[number];
export const recordSearchLimits = { least: 2, most: 80, each: 5 } as const;

const FoundRecord = z.object({
  kind: z.enum(foundRecordKinds),
  id: z.number(),
  code: z.string(),
  title: z.string(),
  /** Further text that distinguishes the record from others with the same name. */
  about: z.string(),
  /** The user type of a person, or of the head of a company: it decides which page shows them. */
  user_type: z.number().nullable(),
  /** For a listing: to rent, to lease or for sale. */
  listing_type: z.number().nullable(),
});
export type FoundRecord = z.output<typeof FoundRecord>;

export const recordSearchCalls = {
  find: call({
    method: 'GET',
    path: '/api/v2/home/find/',
    summary: 'Find records by name, phone, email, number or code: people, companies, properties, units, listings, leads, tenants',
    needs: ['dashboard', 'read'],
    query: z.object({ q: z.string().trim().min(recordSearchLimits.least).max(recordSearchLimits.most) }),
    result: z.object({ results: z.array(FoundRecord) }),
    fails: [],
  }),
} as const;
