import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db } from '#server/kernel/ctx.ts';
import { metricsRegistry } from './metrics.ts';

type State = { waiting: number; late_seconds: number; dead: number };

/** The number of due jobs that no worker has started, the age of the oldest, and the number of jobs that failed permanently. */
async function queueState(db: Db): Promise<State> {
  const { rows } = await sql<State>`
    select count(*)::int as waiting, coalesce(extract(epoch from job.job_now() - min(start_after)), 0)::int as late_seconds,
      (select count(*)::int from dead_job where settled_at is null) as dead
    from job.job where state < 'active' and start_after <= job.job_now()`.execute(db);
  return rows[0] ?? { waiting: 0, late_seconds: 0, dead: 0 };
}

/** Longer than a backlog lasts on a bad day, so no worker is running. Every probe checks this, so one late job is enough and none is counted. */
const standsAfter = 600;
export async function isQueueStalled(db: Db): Promise<boolean> {
  const { rows } = await sql<{ late: boolean }>`
    select exists (select from job.job where state < 'active' and start_after < job.job_now() - make_interval(secs => ${standsAfter})) as late`.execute(
    db,
  );
  return rows[0]?.late ?? false;
}

const gauges = {
  makao_jobs_waiting: { help: 'Due jobs that no worker has started', of: 'waiting' },
  makao_jobs_late_seconds: { help: 'Age of the oldest due job in seconds', of: 'late_seconds' },
  makao_jobs_dead: { help: 'Jobs that failed permanently and are not settled', of: 'dead' },
} as const;

export function registerQueueMetrics(db: Db): void {
  // The gauges are collected together, so the first one queries the state for all of them.
  let asked: Promise<State | null> | null = null;
  const state = () => {
    asked ??= queueState(db)
      .catch(() => null)
      .finally(() => {
        asked = null;
      });
    return asked;
  };
  for (const [name, { help, of }] of Object.entries(gauges)) {
    metricsRegistry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      registers: [metricsRegistry],
      async collect() {
        const now = await state();
        if (now) this.set(now[of]);
      },
    });
  }
}
