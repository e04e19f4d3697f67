import { sql } from 'kysely';
import type { jobsCalls } from '#contract/jobs/calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { countWithOldest } from '#server/kernel/pending-tasks.ts';
import { computeNextScheduledRun, createScheduledQueue } from './queues.ts';
import { getCronExpression, type ScheduledJob } from './scheduler.ts';

type Calls = typeof jobsCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));

const openOnes = (ctx: Ctx) => ctx.db.selectFrom('dead_job').where('settled_at', 'is', null);
export const countDeadJobs = (ctx: Ctx) => countWithOldest(openOnes(ctx), 'dead_job.died_at');

async function dead(ctx: Ctx, { page, page_size }: HandlerInput<Calls['dead']>): Promise<HandlerResult<Calls['dead']>> {
  const open = openOnes(ctx);
  const { n } = await open.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await open
    .select(['id', 'queue', 'scheduled', 'problem', 'attempts', 'times', 'promised_at', 'died_at', 'payload'])
    .orderBy('died_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const results = rows.map((row) => ({
    ...row,
    promised_at: row.promised_at.toISOString(),
    died_at: row.died_at.toISOString(),
    payload: row.payload === null ? '' : JSON.stringify(row.payload, null, 2),
  }));
  return { count: n, results };
}

/** Settles an open dead letter once. Of two concurrent requests the second gets "not found". */
async function settle(ctx: Ctx, id: number, settled_as: 'run_again' | 'dismissed') {
  const row = await ctx.db
    .updateTable('dead_job')
    .set({ settled_at: clock.now(), settled_as, settled_by: ctx.me.userId })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning(['queue', 'payload'])
    .executeTakeFirst();
  if (!row) throw missing();
  await audit(ctx.db, ctx, { kind: 'edit', document: 'jobs', id, code: row.queue, before: { settled: null }, after: { settled: settled_as } });
  return row;
}

const promise = async (ctx: Ctx, queue: string, payload: unknown): Promise<boolean> => {
  const { rows } = await sql<{ id: string | null }>`select emit_job(${queue}, ${JSON.stringify(payload)}::jsonb) as id`.execute(ctx.db);
  return rows[0]?.id !== null;
};

async function runAgain(ctx: Ctx, { id }: HandlerInput<Calls['runAgain']>): Promise<HandlerResult<Calls['runAgain']>> {
  const { queue, payload } = await settle(ctx, id, 'run_again');
  await promise(ctx, queue, payload);
  return { id };
}

async function dismiss(ctx: Ctx, { id }: HandlerInput<Calls['dismiss']>): Promise<HandlerResult<Calls['dismiss']>> {
  await settle(ctx, id, 'dismissed');
  return { id };
}

/** The job queues for superadmins, with actions. `jobs` are those that the worker of this version runs. */
export function jobsService(jobs: readonly ScheduledJob[]) {
  const byName = new Map(jobs.map((job) => [job.name, job]));

  async function queues(ctx: Ctx, { page, page_size }: HandlerInput<Calls['queues']>): Promise<HandlerResult<Calls['queues']>> {
    const { rows } = await sql<{ name: string; waiting: number; active: number; dead: number; last_run: Date | null; last_problem: string | null }>`
      select q.name, coalesce(j.waiting, 0) as waiting, coalesce(j.active, 0) as active, coalesce(d.n, 0) as dead, j.last_run,
        case when last.state <> 'completed' then coalesce(last.output->>'message', last.output->>'value', last.output::text) end as last_problem
      from (select name from job.queue where name <> 'dead' and name not like '\\_\\_pgboss%' union select unnest(${[...byName.keys()]}::text[])) q
      left join lateral (
        select count(*) filter (where state < 'active')::int as waiting, count(*) filter (where state = 'active')::int as active,
          max(completed_on) as last_run from job.job where name = q.name) j on true
      left join lateral (select state, output from job.job where name = q.name and completed_on is not null order by completed_on desc limit 1) last on true
      left join (select queue, count(*)::int as n from dead_job where settled_at is null group by queue) d on d.queue = q.name
      order by d.n desc nulls last, q.name`.execute(ctx.db);
    const now = clock.now();
    const results = rows.slice((page - 1) * page_size, page * page_size).map(({ last_run, ...row }) => {
      const job = byName.get(row.name);
      const cron = job ? getCronExpression(job) : null;
      return {
        ...row,
        cron,
        last_run: last_run?.toISOString() ?? null,
        next_run: cron === null ? null : (computeNextScheduledRun(cron, now)?.toISOString() ?? null),
        dry_run: job?.dryRun !== undefined,
      };
    });
    return { count: rows.length, results };
  }

  async function run(ctx: Ctx, { name }: HandlerInput<Calls['run']>): Promise<HandlerResult<Calls['run']>> {
    if (!byName.has(name)) throw missing();
    await createScheduledQueue(ctx.db, name);
    const queued = await promise(ctx, name, null);
    await audit(ctx.db, ctx, { kind: 'edit', document: 'jobs', id: null, code: name, after: { run: 'now' } });
    return { name, queued };
  }

  async function dryRun(ctx: Ctx, { name }: HandlerInput<Calls['dryRun']>): Promise<HandlerResult<Calls['dryRun']>> {
    const job = byName.get(name);
    if (!job?.dryRun) throw missing();
    return { name, records: await job.dryRun(ctx.db) };
  }

  return { queues, dead, runAgain, dismiss, run, dryRun };
}

/** The audit log records the person who settled the dead letter. The payload, which may contain names, is deleted after a month. */
export const deleteSettledDeadJobs = (db: Db) =>
  db
    .deleteFrom('dead_job')
    .where('settled_at', '<', new Date(clock.ms() - 30 * dayMs))
    .execute();
