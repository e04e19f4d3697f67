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
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { jobKinds } from './kinds.ts';
import { jobApplicationMachine, vacancyMachine } from './machine.ts';

/** The platform's admins decide about its job applications. */
const heads = ['admin', 'superadmin'] as const;
const needs = { only: heads, with: ['staff', 'read'] } as const;
const writing = { only: heads, with: ['staff', 'edit'] } as const;
const byId = z.object({ id });

const fields = {
  title: singleLine.min(3).max(120),
  department: singleLine.max(80),
  place: singleLine.max(80),
  kind: z.enum(jobKinds),
  /** Plain text; an empty line separates paragraphs, lines that begin with a dash form a list. */
  body: z.string().trim().min(20).max(20_000),
  closes_on: day.nullable(),
};
const VacancyText = z.strictObject({
  ...fields,
  department: fields.department.default(''),
  place: fields.place.default(''),
  closes_on: fields.closes_on.default(null),
});

export const JobOpening = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  department: z.string(),
  place: z.string(),
  kind: z.enum(jobKinds),
  body: z.string(),
  closes_on: day.nullable(),
});
export type JobOpening = z.output<typeof JobOpening>;

export const Vacancy = JobOpening.extend({
  status: stateSchema(vacancyMachine),
  applications: z.number(),
  updated_at: moment,
  revision: z.number(),
  moves: z.array(moveSchema(vacancyMachine)),
});
export type Vacancy = z.output<typeof Vacancy>;

export const JobApplication = z.object({
  id: z.number(),
  code: z.string(),
  vacancy_id: z.number(),
  vacancy: z.string(),
  name: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  letter: z.string(),
  cv: z.object({ name: z.string(), url: z.string() }),
  status: stateSchema(jobApplicationMachine),
  moves: z.array(moveSchema(jobApplicationMachine)),
  created_at: moment,
});
export type JobApplication = z.output<typeof JobApplication>;

const base = '/api/v2/careers' as const;
export const careersCalls = {
  listOpenings: call({
    method: 'GET',
    path: `${base}/openings/`,
    summary: 'List open positions',
    needs: 'anyone',
    result: z.object({ results: z.array(JobOpening) }),
    fails: [],
  }),
  apply: call({
    method: 'POST',
    path: `${base}/apply/`,
    summary: 'Apply for a position with a CV',
    needs: 'anyone',
    body: z.strictObject({
      vacancy_id: id,
      name: singleLine.min(2).max(120),
      phone,
      email: z.union([z.literal(''), z.email().max(200)]).default(''),
      letter: z.string().trim().max(4000).default(''),
    }),
    // The public uploads these and staff open them, so file types that can run code are excluded.
    upload: { field: 'cv', kinds: ['documents'], types: ['pdf', 'docx'] },
    result: z.object({ code: z.string() }),
    fails: ['notFound', 'tooMany'],
    document: 'careers',
  }),
  list: call({
    method: 'GET',
    path: `${base}/vacancies/`,
    summary: 'List all job openings, including drafts and closed ones',
    needs,
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['title', 'closes_on', 'updated_at'], '-updated_at'),
      z_filter: buildFilterSchema({ title: searchText, status: stateSchema(vacancyMachine), kind: z.enum(jobKinds) }),
    }),
    result: buildListSchema(Vacancy),
    fails: [],
  }),
  details: call({ method: 'GET', path: `${base}/vacancy/`, summary: 'Get a job opening', needs, query: byId, result: Vacancy, fails: ['notFound'] }),
  create: call({
    method: 'POST',
    path: `${base}/vacancy_create/`,
    summary: 'Create a job opening as a draft',
    needs: writing,
    body: VacancyText,
    result: Vacancy,
    fails: [],
    document: 'careers',
  }),
  update: call({
    method: 'PATCH',
    path: `${base}/vacancy_update/`,
    summary: 'Update a job opening',
    needs: writing,
    query: byId,
    body: z.strictObject(fields).extend({ revision: z.number().int() }),
    result: Vacancy,
    fails: ['notFound', 'conflict'],
    document: 'careers',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/vacancy_move/`,
    summary: 'Publish or close a job opening',
    needs: writing,
    query: byId,
    body: z.strictObject({ move: moveSchema(vacancyMachine) }),
    result: Vacancy,
    fails: ['notFound', 'wrongState'],
    document: 'careers',
  }),
  remove: call({
    method: 'DELETE',
    path: `${base}/vacancy_delete/`,
    summary: 'Delete a job opening without applications',
    needs: writing,
    query: byId,
    result: byId,
    fails: ['notFound', 'conflict'],
    document: 'careers',
  }),
  applications: call({
    method: 'GET',
    path: `${base}/applications/`,
    summary: 'List job applications',
    needs,
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['created_at', 'name'], '-created_at'),
      z_filter: buildFilterSchema({ name: searchText, vacancy_id: id, status: stateSchema(jobApplicationMachine), ...dayRange }),
    }),
    result: buildListSchema(JobApplication),
    fails: [],
  }),
  applicationMove: call({
    method: 'PATCH',
    path: `${base}/application_move/`,
    summary: 'Shortlist, reject or hire an applicant',
    needs: writing,
    query: byId,
    body: z.strictObject({ move: moveSchema(jobApplicationMachine) }),
    result: byId,
    fails: ['notFound', 'wrongState'],
    document: 'careers',
  }),
} as const;
