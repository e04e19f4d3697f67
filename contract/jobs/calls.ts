import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { buildListSchema, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';

/** No permission document covers the queue, so no role can grant access to it. */
const needs = { only: ['superadmin'], with: ['settings_general_settings', 'edit'] } as const;
const name = z
  .string()
  .trim()
  .max(80)
  .regex(/^[a-z_]+\.[a-z_]+$/, { error: () => m.jobs_problem_name() });

const JobQueue = z.object({
  name: z.string(),
  /** The schedule as a cron expression in Nairobi time; null for jobs queued by a change. */
  cron: z.string().nullable(),
  waiting: z.number(),
  active: z.number(),
  /** Jobs that failed permanently and are not dealt with yet. */
  dead: z.number(),
  last_run: moment.nullable(),
  last_problem: z.string().nullable(),
  next_run: moment.nullable(),
  /** Whether the job supports a dry run. */
  dry_run: z.boolean(),
});
export type JobQueue = z.output<typeof JobQueue>;

const DeadLetterJob = z.object({
  id: z.number(),
  queue: z.string(),
  scheduled: z.boolean(),
  problem: z.string(),
  attempts: z.number(),
  /** How often a scheduled job failed since someone last dealt with it. */
  times: z.number(),
  promised_at: moment,
  died_at: moment,
  payload: z.string(),
});
export type DeadLetterJob = z.output<typeof DeadLetterJob>;

export const jobsCalls = {
  queues: call({
    method: 'GET',
    path: '/api/v2/jobs/queues/',
    summary: 'List queues and scheduled jobs: pending count, last run and next run',
    needs,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(JobQueue),
    fails: [],
  }),
  dead: call({
    method: 'GET',
    path: '/api/v2/jobs/dead/',
    summary: 'List permanently failed jobs, newest first',
    needs,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(DeadLetterJob),
    fails: [],
  }),
  runAgain: call({
    method: 'POST',
    path: '/api/v2/jobs/run_again/',
    summary: 'Retry a permanently failed job',
    needs,
    body: z.strictObject({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'jobs',
  }),
  dismiss: call({
    method: 'POST',
    path: '/api/v2/jobs/dismiss/',
    summary: 'Discard a permanently failed job',
    needs,
    body: z.strictObject({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'jobs',
  }),
  run: call({
    method: 'POST',
    path: '/api/v2/jobs/run/',
    summary: 'Run a scheduled job now, unless it is queued or running',
    needs,
    body: z.strictObject({ name }),
    result: z.object({ name: z.string(), queued: z.boolean() }),
    fails: ['notFound'],
    document: 'jobs',
  }),
  dryRun: call({
    method: 'GET',
    path: '/api/v2/jobs/dry_run/',
    summary: 'Count the records a scheduled job would change now; nothing is changed',
    needs,
    query: z.object({ name }),
    result: z.object({ name: z.string(), records: z.number() }),
    fails: ['notFound'],
  }),
};
