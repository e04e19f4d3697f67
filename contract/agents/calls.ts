import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { platformRoles } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { yearOf } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import { agentLanguages, agentProfileLimits, agentSpecialities, listingStatuses } from './kinds.ts';

const AgentReview = z.object({
  id: z.number(),
  score: z.number(),
  body: z.string(),
  pros: z.string(),
  cons: z.string(),
  /** Null if the author asked to stay anonymous. */
  author: z.string().nullable(),
  basis: z.string(),
  status: z.string(),
  reply: z.string().nullable(),
  replied_at: moment.nullable(),
  created_at: moment,
});
export type AgentReview = z.output<typeof AgentReview>;

const AgentListing = z.object({
  id: z.number(),
  code: z.string(),
  title: z.string(),
  status: z.enum(listingStatuses),
  listing_type: z.number(),
  price_cents: z.number(),
  price_period: z.number(),
  property: z.object({ id: z.number(), code: z.string(), name: z.string() }),
  unit: z.string().nullable(),
  views: z.number(),
  enquiries: z.number(),
  published_at: moment.nullable(),
  updated_at: moment,
});
export type AgentListing = z.output<typeof AgentListing>;

const said = {
  bio: z.string().trim().max(agentProfileLimits.bio),
  bio_sw: z.string().trim().max(agentProfileLimits.bio),
  languages: z.array(z.enum(agentLanguages)).max(agentLanguages.length),
  specialities: z.array(z.enum(agentSpecialities)).max(agentSpecialities.length),
  /** The year the agent began; null if not given. */
  since: z
    .number()
    .int()
    .min(agentProfileLimits.since)
    .refine((year) => year <= yearOf(clock.today()), { error: () => m.problem_future() })
    .nullable(),
};
const AgentProfile = z.object({
  ...said,
  places: z.array(z.object({ id: z.number(), kind: z.string(), name: z.string() })),
  /** Verified by the platform; the agent cannot change it here. */
  earb: z.string().nullable(),
  /** The name in the public page's address; null while the page is not public. */
  slug: z.string().nullable(),
  id: z.number(),
  revision: z.number(),
});
export type AgentProfile = z.output<typeof AgentProfile>;

const sorts = ['updated_at', 'price_cents', 'title', 'views', 'enquiries'] as const;

export const agentsCalls = {
  profile: call({
    method: 'GET',
    path: '/api/v2/agents/profile/',
    summary: 'Get the public profile of the calling agent',
    needs: { only: ['agent'] },
    result: AgentProfile,
    fails: [],
  }),
  saveProfile: call({
    method: 'PATCH',
    path: '/api/v2/agents/profile/',
    summary: 'Update the caller’s public profile; omitted fields do not change',
    needs: { only: ['agent'] },
    document: 'account',
    body: z.strictObject({
      ...z.object(said).partial().shape,
      places: z.array(id).max(agentProfileLimits.places).optional(),
      revision: z.number().int().optional(),
    }),
    result: AgentProfile,
    fails: ['conflict'],
  }),
  reviews: call({
    method: 'GET',
    path: '/api/v2/agents/reviews/',
    summary: 'List reviews of an agent with the average by question; the public sees published reviews only',
    needs: 'anyone',
    query: z.object({
      id,
      page: pageNumberSchema.default(1),
      page_size: pageSize,
      z_filter: buildFilterSchema({ score: z.coerce.number().int().min(1).max(5) }),
    }),
    result: buildListSchema(AgentReview).extend({
      average: z.number().nullable(),
      /** The number of ratings with one star, two … five. */
      spread: z.array(z.number()).length(5),
      items: z.array(z.object({ label: z.string(), label_sw: z.string(), average: z.number(), n: z.number() })),
    }),
    fails: ['notFound'],
  }),
  listings: call({
    method: 'GET',
    path: '/api/v2/agents/offers/',
    summary: 'List the listings an agent is responsible for that the caller may see',
    needs: ['agents', 'read'],
    query: z.object({
      id,
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(sorts, '-updated_at'),
      z_filter: buildFilterSchema({
        title: searchText,
        status: z.enum(listingStatuses),
        listing_type: z.coerce.number().int().min(0).max(2),
        ...dayRange,
      }),
    }),
    result: buildListSchema(AgentListing),
    fails: ['notFound'],
  }),
  colleagues: call({
    method: 'GET',
    path: '/api/v2/agents/colleagues/',
    summary: 'List approved agents of the same company who can take over listings',
    needs: { only: platformRoles, with: ['agents', 'edit'] },
    query: z.object({ id }),
    result: z.object({ results: z.array(z.object({ id: z.number(), name: z.string(), code: z.string() })) }),
    fails: ['notFound'],
  }),
  reassign: call({
    method: 'PATCH',
    path: '/api/v2/agents/reassign/',
    summary: 'Transfer listings to another agent of the same company',
    needs: { only: platformRoles, with: ['agents', 'edit'] },
    document: 'listing',
    body: z.strictObject({ id, to: id, listing_ids: z.array(id).min(1).max(100) }),
    result: z.object({ moved: z.number() }),
    fails: ['notFound', 'conflict'],
  }),
} as const;
