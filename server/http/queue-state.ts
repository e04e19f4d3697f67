import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Db } from '#server/kernel/ctx.ts';
import { registry } from './metrics.ts';

type State = { waiting: number; late_seconds: number; dead: number };

/** What is due and not taken up, for how long, and what failed for good. */
async function queueState(db: Db): Promise<State> {
  const { rows } = await sql<State>`
    select count(*)::int as waiting, coalesce(extract(epoch from job.job_now() - min(start_after)), 0)::int as late_seconds,
      (select count(*)::int from dead_job where settled_at is null) as dead
    from job.job where state < 'active' and start_after <= job.job_now()`.execute(db);
  return rows[0] ?? { waiting: 0, late_seconds: 0, dead: 0 };
}

/** Longer than a backlog takes on a bad day: nobody works any more. */
const standsAfter = 600;
export const queueStands = async (db: Db): Promise<boolean> => (await queueState(db)).late_seconds > standsAfter;

const gauges = {
  makao_jobs_waiting: { help: 'Jobs that are due and not taken up', of: 'waiting' },
  makao_jobs_late_seconds: { help: 'How long the job that is due longest has waited', of: 'late_seconds' },
  makao_jobs_dead: { help: 'Jobs that failed for good and wait for somebody', of: 'dead' },
} as const;

export function watchQueue(db: Db): void {
  for (const [name, { help, of }] of Object.entries(gauges)) {
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const state = await queueState(db).catch(() => null);
        if (state) this.set(state[of]);
      },
    });
  }
}
