import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { days, filters, id, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
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
  /** Null where the author asked not to be named. */
  author: z.string().nullable(),
  basis: z.string(),
  status: z.string(),
  reply: z.string().nullable(),
  replied_at: moment.nullable(),
  created_at: moment,
});
export type AgentReview = z.output<typeof AgentReview>;

const AgentOffer = z.object({
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
export type AgentOffer = z.output<typeof AgentOffer>;

const said = {
  bio: z.string().trim().max(agentProfileLimits.bio),
  bio_sw: z.string().trim().max(agentProfileLimits.bio),
  languages: z.array(z.enum(agentLanguages)).max(agentLanguages.length),
  specialities: z.array(z.enum(agentSpecialities)).max(agentSpecialities.length),
  /** The year the agent began; null = not said. */
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
  /** Checked by the platform; not the agent's to change here. */
  earb: z.string().nullable(),
  /** The name in the address of the public page; null while strangers cannot open it. */
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
    summary: 'What the calling agent says of themselves on their public page',
    needs: { only: ['agent'] },
    result: AgentProfile,
    fails: [],
  }),
  saveProfile: call({
    method: 'PATCH',
    path: '/api/v2/agents/profile/',
    summary: 'Change what the caller’s public page says; what is left out stays',
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
    summary: 'What people wrote about an agent, with the average by item; strangers see what is published',
    needs: 'anyone',
    query: z.object({ id, page: page.default(1), page_size: pageSize, z_filter: filters({ score: z.coerce.number().int().min(1).max(5) }) }),
    result: list(AgentReview).extend({
      average: z.number().nullable(),
      /** How many gave one star, two … five. */
      spread: z.array(z.number()).length(5),
      items: z.array(z.object({ label: z.string(), label_sw: z.string(), average: z.number(), n: z.number() })),
    }),
    fails: ['notFound'],
  }),
  offers: call({
    method: 'GET',
    path: '/api/v2/agents/offers/',
    summary: 'The offers an agent answers for, as far as the caller sees them',
    needs: ['agents', 'read'],
    query: z.object({
      id,
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(sorts, '-updated_at'),
      z_filter: filters({ title: searchText, status: z.enum(listingStatuses), listing_type: z.coerce.number().int().min(0).max(2), ...days }),
    }),
    result: list(AgentOffer),
    fails: ['notFound'],
  }),
  colleagues: call({
    method: 'GET',
    path: '/api/v2/agents/colleagues/',
    summary: 'Approved agents of the same company, to whom offers can be handed',
    needs: { only: platformRoles, with: ['agents', 'edit'] },
    query: z.object({ id }),
    result: z.object({ results: z.array(z.object({ id: z.number(), name: z.string(), code: z.string() })) }),
    fails: ['notFound'],
  }),
  reassign: call({
    method: 'PATCH',
    path: '/api/v2/agents/reassign/',
    summary: 'Another agent of the same company answers for these offers from now on',
    needs: { only: platformRoles, with: ['agents', 'edit'] },
    document: 'listing',
    body: z.strictObject({ id, to: id, listing_ids: z.array(id).min(1).max(100) }),
    result: z.object({ moved: z.number() }),
    fails: ['notFound', 'conflict'],
  }),
} as const;
