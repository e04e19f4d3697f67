import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { m } from '#words/messages.js';

/** No permission document names the queue, so no role can grant it. */
const needs = { only: ['superadmin'], with: ['settings_general_settings', 'edit'] } as const;
const name = z
  .string()
  .trim()
  .max(80)
  .regex(/^[a-z_]+\.[a-z_]+$/, { error: () => m.jobs_problem_name() });

const Queue = z.object({
  name: z.string(),
  /** When time brings it about, as a cron of Nairobi; null for what is promised by a change. */
  cron: z.string().nullable(),
  waiting: z.number(),
  active: z.number(),
  /** Failed for good, and nobody has dealt with it yet. */
  dead: z.number(),
  last_run: moment.nullable(),
  last_problem: z.string().nullable(),
  next_run: moment.nullable(),
  /** Whether it can say what it would do. */
  dry_run: z.boolean(),
});
export type Queue = z.output<typeof Queue>;

const DeadJob = z.object({
  id: z.number(),
  queue: z.string(),
  scheduled: z.boolean(),
  problem: z.string(),
  attempts: z.number(),
  /** How often a scheduled one failed since somebody last dealt with it. */
  times: z.number(),
  promised_at: moment,
  died_at: moment,
  payload: z.string(),
});
export type DeadJob = z.output<typeof DeadJob>;

export const jobsCalls = {
  queues: call({
    method: 'GET',
    path: '/api/v2/jobs/queues/',
    summary: 'What is promised and what time brings about: how much waits, when each last ran and runs next',
    needs,
    query: z.object({ page, page_size: pageSize }),
    result: list(Queue),
    fails: [],
  }),
  dead: call({
    method: 'GET',
    path: '/api/v2/jobs/dead/',
    summary: 'Jobs that failed for good, newest first, until somebody deals with them',
    needs,
    query: z.object({ page, page_size: pageSize }),
    result: list(DeadJob),
    fails: [],
  }),
  runAgain: call({
    method: 'POST',
    path: '/api/v2/jobs/run_again/',
    summary: 'Promise a job that failed for good once more',
    needs,
    body: z.strictObject({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'jobs',
  }),
  dismiss: call({
    method: 'POST',
    path: '/api/v2/jobs/dismiss/',
    summary: 'Put a job that failed for good away: nothing comes of it any more',
    needs,
    body: z.strictObject({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound'],
    document: 'jobs',
  }),
  run: call({
    method: 'POST',
    path: '/api/v2/jobs/run/',
    summary: 'Run a scheduled job now, if it is not waiting or at work already',
    needs,
    body: z.strictObject({ name }),
    result: z.object({ name: z.string(), queued: z.boolean() }),
    fails: ['notFound'],
    document: 'jobs',
  }),
  dryRun: call({
    method: 'GET',
    path: '/api/v2/jobs/dry_run/',
    summary: 'How many records a scheduled job would touch if it ran now; touches none',
    needs,
    query: z.object({ name }),
    result: z.object({ name: z.string(), records: z.number() }),
    fails: ['notFound'],
  }),
};
