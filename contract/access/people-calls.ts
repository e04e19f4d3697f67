import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  day,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';

const byId = z.object({ id });
/** Where an address contains the code beside the id, both must name the same record. */
const byIdAndCode = z.object({ id, code: z.string().max(20).optional() });
const name = singleLine.min(2).max(80);
const Named = z.object({ id: z.number(), code: z.string(), name: z.string() });

const StaffSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  image: z.string().nullable(),
  job_title: z.string(),
  company: z.string(),
  role: Named.extend({ auditor: z.boolean() }).nullable(),
  teams: z.array(Named),
  is_active: z.boolean(),
  starts_on: day.nullable(),
  ends_on: day.nullable(),
  last_sign_in: moment.nullable(),
});
export type StaffSummary = z.output<typeof StaffSummary>;

const StaffDetails = StaffSummary.extend({
  created_at: moment,
  company_id: z.number(),
  activity: z.array(
    z.object({ id: z.number(), at: moment, kind: z.number(), document: z.string(), code: z.string().nullable(), fields: z.array(z.string()) }),
  ),
  /** The actions that the caller may take on this staff member. There are none on themselves or on a person with more permissions. */
  may: z.object({ edit: z.boolean(), role: z.boolean(), remove: z.boolean() }),
});
export type StaffDetails = z.output<typeof StaffDetails>;

const TeamSummary = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  company: z.string(),
  lead: Named.nullable(),
  members: z.number(),
  /** True when the team works on chosen properties only. A team without a limit works on all properties of its company. */
  limited: z.boolean(),
  properties: z.number(),
  updated_at: moment,
});
export type TeamSummary = z.output<typeof TeamSummary>;
const TeamDetails = TeamSummary.extend({
  company_id: z.number(),
  members: z.array(Named.extend({ email: z.string().nullable(), job_title: z.string(), role: z.string().nullable(), is_active: z.boolean() })),
  properties: z.array(Named),
  revision: z.number(),
  /** `limit`: choosing properties and removing members is allowed. It is not for people whom a team limits. */
  may: z.object({ edit: z.boolean(), limit: z.boolean(), delete: z.boolean() }),
});
export type TeamDetails = z.output<typeof TeamDetails>;

const ids = z.array(id).max(200);

export const staffCalls = {
  listStaff: call({
    method: 'GET',
    path: '/api/v2/access/staff/',
    summary: 'List staff of the caller’s company; of all companies for the platform',
    needs: ['staff', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['name', 'created_at', 'last_sign_in_at'], 'name'),
      z_filter: buildFilterSchema({ name: searchText, is_active: z.stringbool(), role_id: id, team_id: id, company: searchText, ...dayRange }),
    }),
    result: buildListSchema(StaffSummary),
    fails: [],
  }),
  staffDetails: call({
    method: 'GET',
    path: '/api/v2/access/staff_details/',
    summary: 'Get a staff member',
    needs: ['staff', 'read'],
    query: byIdAndCode,
    result: StaffDetails,
    fails: ['notFound'],
  }),
  staffUpdate: call({
    method: 'PATCH',
    path: '/api/v2/access/staff_update/',
    summary: 'Update the job title, dates and teams of a staff member',
    needs: ['staff', 'edit'],
    query: byId,
    body: z.strictObject({
      job_title: singleLine.max(80).optional(),
      starts_on: day.nullable().optional(),
      ends_on: day.nullable().optional(),
      team_ids: ids.optional(),
    }),
    result: StaffDetails,
    fails: ['forbidden', 'notFound'],
    document: 'staff',
  }),
  staffRole: call({
    method: 'PATCH',
    path: '/api/v2/access/change_staff_role/',
    summary: 'Assign a role to a staff member; it applies from their next request',
    needs: ['staff', 'edit'],
    query: byId,
    body: z.strictObject({ role_id: id }),
    result: StaffDetails,
    fails: ['forbidden', 'notFound'],
    document: 'staff',
  }),
  staffActive: call({
    method: 'PATCH',
    path: '/api/v2/access/change_staff_status/',
    summary: 'Deactivate a staff member with a reason, which ends their sessions, or reactivate them',
    needs: ['staff', 'edit'],
    query: byId,
    body: z.strictObject({ is_active: z.boolean(), reason: z.string().trim().min(3).max(500).optional() }),
    result: StaffDetails,
    fails: ['forbidden', 'notFound'],
    toast: 'userStatusUpdated',
    document: 'staff',
  }),
  staffRemove: call({
    method: 'DELETE',
    path: '/api/v2/access/remove_staff/',
    summary: 'Remove a staff member from the company: their sessions end and they leave their teams, but the account is kept',
    needs: ['staff', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/access/staff_details/'],
    fails: ['forbidden', 'notFound'],
    toast: 'userDeleted',
    document: 'staff',
  }),
} as const;

export const teamCalls = {
  listTeams: call({
    method: 'GET',
    path: '/api/v2/access/teams/',
    summary: 'List teams of the caller’s company; of all companies for the platform',
    needs: ['teams', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      sort: buildSortSchema(['name', 'updated_at'], 'name'),
      z_filter: buildFilterSchema({ name: searchText, company: searchText }),
    }),
    result: buildListSchema(TeamSummary),
    fails: [],
  }),
  teamDetails: call({
    method: 'GET',
    path: '/api/v2/access/team_details/',
    summary: 'Get a team with its members and properties',
    needs: ['teams', 'read'],
    query: byIdAndCode,
    result: TeamDetails,
    fails: ['notFound'],
  }),
  teamPeople: call({
    method: 'GET',
    path: '/api/v2/access/team_people/',
    summary: 'Find staff who can join teams of a company, by name',
    needs: ['teams', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, company_id: id.optional() }),
    result: buildListSchema(Named),
    fails: [],
  }),
  teamProperties: call({
    method: 'GET',
    path: '/api/v2/access/team_properties/',
    summary: 'Find properties that teams of a company can work on, owned or by mandate, by name',
    needs: ['teams', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize, company_id: id.optional(), z_filter: buildFilterSchema({ name: searchText }) }),
    result: buildListSchema(Named),
    fails: ['notFound'],
  }),
  teamCreate: call({
    method: 'POST',
    path: '/api/v2/access/team_create/',
    summary: 'Create a team in the caller’s company; the platform names the company',
    needs: ['teams', 'create'],
    body: z.strictObject({
      name,
      company_id: id.optional(),
      lead_id: id.nullable().default(null),
      member_ids: ids.default([]),
      limited: z.boolean().default(false),
      property_ids: ids.default([]),
    }),
    result: TeamDetails,
    fails: ['forbidden', 'conflict'],
    document: 'teams',
  }),
  teamUpdate: call({
    method: 'PATCH',
    path: '/api/v2/access/team_update/',
    summary: 'Update the name, leader, members and properties of a team',
    needs: ['teams', 'edit'],
    query: byId,
    body: z.strictObject({
      name: name.optional(),
      lead_id: id.nullable().optional(),
      member_ids: ids.optional(),
      limited: z.boolean().optional(),
      property_ids: ids.optional(),
      /** The revision the change is based on; a stale one is answered with 409 and the current team. */
      revision: z.number().int().optional(),
    }),
    result: TeamDetails,
    fails: ['forbidden', 'notFound', 'conflict'],
    document: 'teams',
  }),
  teamDelete: call({
    method: 'DELETE',
    path: '/api/v2/access/team_delete/',
    summary: 'Delete a team; its members stay staff and lose its property restriction',
    needs: ['teams', 'delete'],
    query: byId,
    result: z.object({ id: z.number() }),
    takes: ['/api/v2/access/team_details/'],
    fails: ['forbidden', 'notFound'],
    document: 'teams',
  }),
} as const;
