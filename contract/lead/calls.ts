import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, day, filters, held, id, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { leadMachine } from './machine.ts';

const sources = ['portal', 'agent_page', 'manual'] as const;
const byId = z.object({ id });
const who = {
  name: line.min(1).max(120),
  phone,
  email: z.union([z.literal(''), z.email().max(200)]).optional(),
  message: z.string().trim().max(2000).default(''),
};

export const LeadHead = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  /** Null while whoever asked may not be rung up: until a tour is confirmed, unless they said so. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  reachable: z.boolean(),
  /** They wrote, and nobody of the company has read it. */
  unread: z.boolean(),
  message: z.string(),
  source: z.enum(sources),
  status: stateSchema(leadMachine),
  lost_reason: z.string(),
  note: z.string(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }).nullable(),
  property: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
  assigned: z.object({ id: z.number(), name: z.string() }).nullable(),
  ...held,
  first_answer_at: moment.nullable(),
  moved_at: moment,
  created_at: moment,
  revision: z.number(),
  moves: z.array(moveSchema(leadMachine)),
});
export type LeadHead = z.output<typeof LeadHead>;

export const LeadFull = LeadHead.extend({
  history: z.array(z.object({ at: moment, move: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() })),
});
export type LeadFull = z.output<typeof LeadFull>;

/** An enquiry about one's own home that an agent answers: where it stands, and not who asked. */
export const AgentsLead = LeadHead.pick({
  id: true,
  code: true,
  status: true,
  listing: true,
  property: true,
  first_answer_at: true,
  created_at: true,
}).extend({
  agent: z.string(),
});
export type AgentsLead = z.output<typeof AgentsLead>;

const leadFilters = filters({
  q: searchText,
  status: stateSchema(leadMachine),
  property_id: id,
  listing_id: id,
  assigned_to: id,
  source: z.enum(sources),
  /** Nobody has answered yet. */
  unanswered: z.enum(['true']),
  /** Answered once, and whoever asked has written again since: nobody of the company has read it. */
  unread: z.enum(['true']),
  company_id: id,
  region: county,
  /** Whoever asked, where they have an account. */
  person_id: id,
  /** The days it came on, both counted. */
  came_from: day,
  came_to: day,
});

export const leadCalls = {
  enquire: call({
    method: 'POST',
    path: '/api/v2/lead/enquire/',
    summary: 'Ask about an offer, or ask an agent; whoever answers is told at once',
    needs: 'anyone',
    body: z.strictObject({
      listing_id: id.optional(),
      agent_id: id.optional(),
      ...who,
      /** The visitor may be rung up at once; a form without scripts says `on`. */
      may_call: z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false),
      /** People do not see this field; what fills it in is a robot. */
      website: z.string().max(200).default(''),
    }),
    /** Where the answer will be read. */
    result: z.object({ sent: z.literal(true), talk: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'lead',
  }),
  all: call({
    method: 'GET',
    path: '/api/v2/lead/all_leads/',
    summary: 'Enquiries of one’s company',
    needs: ['contacts', 'read'],
    query: z.object({ page, page_size: pageSize, tabs, sort: sortBy(['created_at', 'name', 'moved_at'], '-created_at'), z_filter: leadFilters }),
    result: list(LeadHead),
    fails: [],
  }),
  board: call({
    method: 'GET',
    path: '/api/v2/lead/board/',
    summary: 'The same enquiries by stage: how many, and the latest of each',
    needs: ['contacts', 'read'],
    query: z.object({ z_filter: leadFilters }),
    result: z.object({
      stages: z.array(z.object({ status: stateSchema(leadMachine), count: z.number(), results: z.array(LeadHead) })),
      /** Half of the first answers of the last 90 days took at most this many minutes. */
      answer_minutes: z.number().nullable(),
    }),
    fails: [],
  }),
  withAgents: call({
    method: 'GET',
    path: '/api/v2/lead/with_agents/',
    summary: 'Enquiries about one’s own homes that an agent answers: where they stand, without who asked; the unanswered first',
    needs: ['contacts', 'read'],
    query: z.object({ page, page_size: pageSize }),
    result: list(AgentsLead).extend({ unanswered: z.number() }),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/lead/lead_details/',
    summary: 'One enquiry and what became of it',
    needs: ['contacts', 'read'],
    query: byId,
    result: LeadFull,
    fails: ['notFound'],
  }),
  people: call({
    method: 'GET',
    path: '/api/v2/lead/people/',
    summary: 'Those of the company who may work on this enquiry, by their role and teams',
    needs: ['contacts', 'read'],
    query: byId,
    result: z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) }),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/lead/create_lead/',
    summary: 'Write down an enquiry that came by phone or in person',
    needs: ['contacts', 'create'],
    body: z.strictObject({ listing_id: id, ...who }),
    result: LeadFull,
    fails: ['notFound'],
    document: 'lead',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/lead/update_lead/',
    summary: 'Note something about an enquiry, or give it to a colleague',
    needs: ['contacts', 'edit'],
    query: byId,
    body: z.strictObject({
      note: z.string().trim().max(4000).optional(),
      assigned_to: id.nullable().optional(),
      revision: z.number().int().optional(),
    }),
    result: LeadFull,
    fails: ['notFound', 'conflict'],
    document: 'lead',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/lead/change_lead_status/',
    summary: 'Move an enquiry to its next stage; a lost one says why',
    needs: ['contacts', 'edit'],
    query: byId,
    body: z.strictObject({ move: moveSchema(leadMachine), reason: z.string().trim().max(300).default('') }),
    result: LeadFull,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'lead',
  }),
} as const;
