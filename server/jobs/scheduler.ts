import type { Db } from '#server/kernel/ctx.ts';

/**
 * A scheduled job. It must be idempotent, because it is repeated after a crash. `dryRun` returns how many records a run would change now, without
 * changing them.
 */
export type ScheduledJob = {
  readonly name: string;
  readonly run: (db: Db) => Promise<unknown>;
  readonly dryRun?: (db: Db) => Promise<number>;
} & ({ readonly everyMinutes: number } | { readonly cron: string });

/**
 * The minute of the hour at which a job starts: the same on every node, and different for different jobs, so that they do not all start on the hour.
 */
const spread = (name: string, over: number): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % over;

/** The cron expression of a job in Nairobi time. Daily jobs run between 2 and 5 AM. */
export function getCronExpression(job: ScheduledJob): string {
  if ('cron' in job) return job.cron;
  const { name, everyMinutes: every } = job;
  if (every === 1) return '* * * * *';
  if (every < 60 && 60 % every === 0) return `*/${every} * * * *`;
  if (every === 60) return `${spread(name, 60)} * * * *`;
  if (every === 24 * 60) return `${spread(name, 60)} ${2 + spread(name, 3)} * * *`;
  throw new Error(`the job ${name} runs every ${every} minutes, which does not divide an hour: use a cron expression`);
}
