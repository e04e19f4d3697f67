import type { Db } from '#server/kernel/ctx.ts';

/**
 * Work that time alone brings about. It must bear being run again: a crash in the middle repeats it. `dryRun` answers how many records
 * a run would touch now, and touches none.
 */
export type Job = {
  readonly name: string;
  readonly run: (db: Db) => Promise<unknown>;
  readonly dryRun?: (db: Db) => Promise<number>;
} & ({ readonly everyMinutes: number } | { readonly cron: string });

/** The same job at the same minute on every node, and different jobs at different ones, so that an hour does not begin with all at once. */
const spread = (name: string, over: number): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % over;

/** When a job is due, in Nairobi's time: what runs once a day runs between two and five at night. */
export function cronOf(job: Job): string {
  if ('cron' in job) return job.cron;
  const { name, everyMinutes: every } = job;
  if (every === 1) return '* * * * *';
  if (every < 60 && 60 % every === 0) return `*/${every} * * * *`;
  if (every === 60) return `${spread(name, 60)} * * * *`;
  if (every === 24 * 60) return `${spread(name, 60)} ${2 + spread(name, 3)} * * *`;
  throw new Error(`the job ${name} runs every ${every} minutes, which no clock shows: give it a cron`);
}
