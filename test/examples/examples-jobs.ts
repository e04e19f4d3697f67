import { sql } from 'kysely';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

/** A job that failed for good, as its worker leaves it. */
const dead: CallExampleBuilder = async (services) => {
  const { rows } = await sql<{ id: number }>`
    insert into dead_job (queue, job_id, scheduled, payload, problem, attempts, promised_at)
    values ('policy.changed', gen_random_uuid(), false, '{"policyId": 1, "slug": "x"}', 'The well is dry', 12, app.now()) returning id`.execute(
    services.database.db,
  );
  return { id: rows[0]?.id };
};

export const jobsExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'jobs.queues': async () => ({ page: 1 }),
  'jobs.dead': async () => ({ page: 1 }),
  'jobs.runAgain': dead,
  'jobs.dismiss': dead,
  'jobs.run': async () => ({ name: 'throttle.sweep' }),
  'jobs.dryRun': async () => ({ name: 'notification.send_due' }),
};

export const moduleExamples: ModuleExamples = { examples: jobsExamples };
