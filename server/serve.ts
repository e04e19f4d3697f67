import type { FastifyInstance } from 'fastify';
import { makeApp } from './app.ts';
import { createFirstSuperadmin } from './identity/first-superadmin.ts';
import { listenToChannels } from './jobs/listen.ts';
import { type JobWorker, startJobWorker } from './jobs/worker.ts';
import type { Env } from './kernel/env.ts';
import type { RunningServices } from './kernel/services.ts';
import { buildBatchJobHandlers, buildJobHandlers, buildScheduledJobs } from './modules.ts';
import { openCarriers } from './notification/sender.ts';
import { loadWebBuild } from './pages/pages.ts';
import { clearDictionaryCache } from './search/service.ts';
import { openServices } from './services.ts';

export type ServiceCloser = () => Promise<unknown>;
export type ServedRole = {
  readonly services: RunningServices;
  /** Null if ROLE is `worker`. */
  readonly app: FastifyInstance | null;
  readonly setupLink: string | null;
  /** The channels that messages are sent through, to be shown to the operator. */
  readonly says: readonly string[];
};

/**
 * Starts the parts that ROLE names on a prepared database. Each part adds its stop function to `closers` before the next part starts, so that a
 * failed start can be undone. `server/main.ts` calls this once per process, browser tests once per database in one process.
 */
export async function serveRole(env: Env, url: string, closers: ServiceCloser[]): Promise<ServedRole> {
  const services = openServices(env, url);
  closers.push(() => services.database.close());
  // Every node removes pages from its page cache when any node has changed their data.
  const ears = listenToChannels(
    url,
    { pages: (note) => services.pages.heard(note), vocabulary: () => clearDictionaryCache(services.database.reads) },
    services.log,
  );
  closers.push(() => ears.stop());
  const says: string[] = [];
  let worker: JobWorker | null = null;
  if (env.ROLE !== 'web') {
    const carriers = openCarriers(services);
    closers.push(() => carriers.close());
    says.push(...carriers.says);
    closers.push(async () => worker?.stop());
  }
  const setupLink = await createFirstSuperadmin(services);
  const app = env.ROLE === 'worker' ? null : await makeApp(services, await loadWebBuild(env));
  if (app) {
    closers.push(() => app.close());
    await app.listen({ port: env.PORT, host: env.HOST });
  }
  // Last, because reading the build of the pages blocks this process, and pending requests come first.
  if (env.ROLE !== 'web')
    worker = await startJobWorker(services, url, {
      handlers: buildJobHandlers(services),
      many: buildBatchJobHandlers(services),
      jobs: buildScheduledJobs(services),
    });
  return { services, app, setupLink, says };
}
