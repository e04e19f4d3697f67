/**
 * `node bench/money-worker.ts`: a separate worker process on the database in DATABASE_URL, with the modules that payments need. It prints a line when
 * it is ready.
 */

import { startWorker } from '#server/jobs/worker.ts';
import { readEnv } from '#server/kernel/env.ts';
import { batchHandlersOf, jobHandlersOf, scheduledJobsOf } from '#server/modules.ts';
import { openServices } from '#server/services.ts';

const env = readEnv();
const url = env.DATABASE_URL ?? '';
const services = openServices(env, url);
await startWorker(services, url, {
  handlers: jobHandlersOf(services),
  many: batchHandlersOf(services),
  jobs: scheduledJobsOf(services).filter(({ name }) => name.startsWith('payment.')),
});
console.log('at work');
