import type { FastifyInstance } from 'fastify';
import { makeApp } from './app.ts';
import { openHouse } from './house.ts';
import { firstSuperadmin } from './identity/first-superadmin.ts';
import { listen } from './jobs/listen.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import type { Env } from './kernel/env.ts';
import type { House } from './kernel/house.ts';
import { openCarriers } from './notification/sender.ts';
import { loadWeb } from './pages/pages.ts';
import { handlersManyOf, handlersOf, jobsOf } from './rooms.ts';
import { forgetWords } from './search/service.ts';

export type Closer = () => Promise<unknown>;
export type Served = {
  readonly house: House;
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
export async function serve(env: Env, url: string, closers: Closer[]): Promise<Served> {
  const house = openHouse(env, url);
  closers.push(() => house.database.close());
  // Every node drops from its page cache what any node has changed.
  const ears = listen(url, { pages: (note) => house.pages.heard(note), vocabulary: () => forgetWords(house.database.reads) }, house.log);
  closers.push(() => ears.stop());
  const says: string[] = [];
  let worker: Worker | null = null;
  if (env.ROLE !== 'web') {
    const carriers = openCarriers(house);
    closers.push(() => carriers.close());
    says.push(...carriers.says);
    closers.push(async () => worker?.stop());
  }
  const setupLink = await firstSuperadmin(house);
  const app = env.ROLE === 'worker' ? null : await makeApp(house, await loadWeb(env));
  if (app) {
    closers.push(() => app.close());
    await app.listen({ port: env.PORT, host: env.HOST });
  }
  // Last: reading the pages' build holds up everything else in this process, and those who ask come before what waits.
  if (env.ROLE !== 'web') worker = await startWorker(house, url, { handlers: handlersOf(house), many: handlersManyOf(house), jobs: jobsOf(house) });
  return { house, app, setupLink, says };
}
