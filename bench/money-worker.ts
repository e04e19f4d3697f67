/**
 * `node bench/money-worker.ts`: a separate worker process on the database in DATABASE_URL, with the modules that payments need. It prints a line when
 * it is ready.
 */

import { startJobWorker } from '#server/jobs/worker.ts';
import { readEnv } from '#server/kernel/env.ts';
import { buildBatchJobHandlers, buildJobHandlers, buildScheduledJobs } from '#server/modules.ts';
import { openServices } from '#server/services.ts';

const env = readEnv();
const url = env.DATABASE_URL ?? '';
const services = openServices(env, url);
await startJobWorker(services, url, {
  handlers: buildJobHandlers(services),
  many: buildBatchJobHandlers(services),
  jobs: buildScheduledJobs(services).filter(({ name }) => name.startsWith('payment.')),
});
console.log('at work');
