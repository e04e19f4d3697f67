import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  day,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  rowCompanyFields,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { leadMachine } from './machine.ts';

const sources = ['portal', 'agent_page', 'manual'] as const;
const byId = z.object({ id });
const who = {
  name: singleLine.min(1).max(120),
  phone,
  email: z.union([z.literal(''), z.email().max(200)]).optional(),
  message: z.string().trim().max(2000).default(''),
};

export const LeadSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  /** Null while the visitor may not be called: until a tour is confirmed, unless they allowed calls. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  reachable: z.boolean(),
  /** No one in the company has read the visitor's message. */
  unread: z.boolean(),
  message: z.string(),
  source: z.enum(sources),
  status: stateSchema(leadMachine),
  lost_reason: z.string(),
  note: z.string(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }).nullable(),
  property: z.object({ id: z.number(), code: z.string(), name: z.string() }).nullable(),
  assigned: z.object({ id: z.number(), name: z.string() }).nullable(),
  ...rowCompanyFields,
  first_answer_at: moment.nullable(),
  moved_at: moment,
  created_at: moment,
  revision: z.number(),
  moves: z.array(moveSchema(leadMachine)),
});
export type LeadSummary = z.output<typeof LeadSummary>;

export const LeadDetails = LeadSummary.extend({
  history: z.array(z.object({ at: moment, move: z.string(), to: z.string(), reason: z.string().nullable(), by: z.string().nullable() })),
});
export type LeadDetails = z.output<typeof LeadDetails>;

/** An enquiry about the owner's home that an agent answers: its stage, without the visitor's identity. */
export const AgentLeadSummary = LeadSummary.pick({
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
export type AgentLeadSummary = z.output<typeof AgentLeadSummary>;

const leadFilters = buildFilterSchema({
  q: searchText,
  status: stateSchema(leadMachine),
  property_id: id,
  listing_id: id,
  assigned_to: id,
  source: z.enum(sources),
  /** Enquiries without a first answer. */
  unanswered: z.enum(['true']),
  /** Answered enquiries with a new visitor message that no one in the company has read. */
  unread: z.enum(['true']),
  company_id: id,
  region: countyCodeShape,
  /** The visitor, if they have an account. */
  person_id: id,
  /** The days on which the enquiry was received, both included. */
  came_from: day,
  came_to: day,
});

export const leadCalls = {
  enquire: call({
    method: 'POST',
    path: '/api/v2/lead/enquire/',
    summary: 'Send an enquiry about a listing or to an agent; the people who answer are notified',
    needs: 'anyone',
    body: z.strictObject({
      listing_id: id.optional(),
      agent_id: id.optional(),
      ...who,
      /** The visitor may be called at once. A form without JavaScript sends `on`. */
      may_call: z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false),
      /** People do not see this field, so a value in it was entered by a robot. */
      website: z.string().max(200).default(''),
    }),
    /** The address at which the visitor reads the answer. */
    result: z.object({ sent: z.literal(true), talk: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'lead',
  }),
  list: call({
    method: 'GET',
    path: '/api/v2/lead/all_leads/',
    summary: 'List the enquiries of the caller’s company',
    needs: ['contacts', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['created_at', 'name', 'moved_at'], '-created_at'),
      z_filter: leadFilters,
    }),
    result: buildListSchema(LeadSummary),
    fails: [],
  }),
  board: call({
    method: 'GET',
    path: '/api/v2/lead/board/',
    summary: 'Count enquiries by stage, with the latest of each',
    needs: ['contacts', 'read'],
    query: z.object({ z_filter: leadFilters }),
    result: z.object({
      stages: z.array(z.object({ status: stateSchema(leadMachine), count: z.number(), results: z.array(LeadSummary) })),
      /** The median response time of the last 90 days, in minutes. */
      answer_minutes: z.number().nullable(),
    }),
    fails: [],
  }),
  listWithAgents: call({
    method: 'GET',
    path: '/api/v2/lead/with_agents/',
    summary: 'List enquiries about the caller’s homes that an agent handles: status without personal data, unanswered first',
    needs: ['contacts', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(AgentLeadSummary).extend({ unanswered: z.number() }),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: '/api/v2/lead/lead_details/',
    summary: 'Get an enquiry with its history',
    needs: ['contacts', 'read'],
    query: byId,
    result: LeadDetails,
    fails: ['notFound'],
  }),
  listAssignees: call({
    method: 'GET',
    path: '/api/v2/lead/people/',
    summary: 'List colleagues who may handle an enquiry, by role and team',
    needs: ['contacts', 'read'],
    query: byId,
    result: z.object({ results: z.array(z.object({ id: z.number(), name: z.string() })) }),
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/lead/create_lead/',
    summary: 'Record an enquiry received by phone or in person',
    needs: ['contacts', 'create'],
    body: z.strictObject({ listing_id: id, ...who }),
    result: LeadDetails,
    fails: ['notFound'],
    document: 'lead',
  }),
  update: call({
    method: 'PATCH',
    path: '/api/v2/lead/update_lead/',
    summary: 'Add a note to an enquiry, or assign it to a colleague',
    needs: ['contacts', 'edit'],
    query: byId,
    body: z.strictObject({
      note: z.string().trim().max(4000).optional(),
      assigned_to: id.nullable().optional(),
      revision: z.number().int().optional(),
    }),
    result: LeadDetails,
    fails: ['notFound', 'conflict'],
    document: 'lead',
  }),
  move: call({
    method: 'PATCH',
    path: '/api/v2/lead/change_lead_status/',
    summary: 'Move an enquiry to another stage; a lost one needs a reason',
    needs: ['contacts', 'edit'],
    query: byId,
    body: z.strictObject({ move: moveSchema(leadMachine), reason: z.string().trim().max(300).default('') }),
    result: LeadDetails,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'lead',
  }),
} as const;
