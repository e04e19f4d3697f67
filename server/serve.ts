import type { FastifyInstance } from 'fastify';
import { makeApp } from './app.ts';
import { firstSuperadmin } from './identity/first-superadmin.ts';
import { listenToChannels } from './jobs/listen.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import type { Env } from './kernel/env.ts';
import type { Services } from './kernel/services.ts';
import { handlersManyOf, handlersOf, jobsOf } from './modules.ts';
import { openCarriers } from './notification/sender.ts';
import { loadWeb } from './pages/pages.ts';
import { forgetWords } from './search/service.ts';
import { openServices } from './services.ts';

export type Closer = () => Promise<unknown>;
export type Served = {
  readonly services: Services;
  /** Null where ROLE is `worker`. */
  readonly app: FastifyInstance | null;
  readonly setupLink: string | null;
  /** Where messages go, for the operator. */
  readonly says: readonly string[];
};

/**
 * Starts what ROLE says on a database that is ready. Each part adds how it is stopped to `closers` before the next part starts, so that a
 * failed start can be undone. `server/main.ts` serves once a process; browser tests serve one database after the other in one process.
 */
export async function serveRole(env: Env, url: string, closers: Closer[]): Promise<Served> {
  const services = openServices(env, url);
  closers.push(() => services.database.close());
  // Every node drops from its page cache what any node has changed.
  const ears = listenToChannels(
    url,
    { pages: (note) => services.pages.heard(note), vocabulary: () => forgetWords(services.database.reads) },
    services.log,
  );
  closers.push(() => ears.stop());
  const says: string[] = [];
  let worker: Worker | null = null;
  if (env.ROLE !== 'web') {
    const carriers = openCarriers(services);
    closers.push(() => carriers.close());
    says.push(...carriers.says);
    closers.push(async () => worker?.stop());
  }
  const setupLink = await firstSuperadmin(services);
  const app = env.ROLE === 'worker' ? null : await makeApp(services, await loadWeb(env));
  if (app) {
    closers.push(() => app.close());
    await app.listen({ port: env.PORT, host: env.HOST });
  }
  // Last, because reading the build of the pages blocks this process, and pending requests come first.
  if (env.ROLE !== 'web')
    worker = await startWorker(services, url, { handlers: handlersOf(services), many: handlersManyOf(services), jobs: jobsOf(services) });
  return { services, app, setupLink, says };
}
