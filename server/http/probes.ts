import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { sentence } from '#server/kernel/locale.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { metricsRegistry, watchDisk, watchPictures, watchPool } from './metrics.ts';
import { isQueueStalled, registerQueueMetrics } from './queue-state.ts';

/** The health checks for operators: liveness, readiness and metrics. */
export async function registerProbes(app: FastifyInstance, services: RunningServices): Promise<void> {
  watchPool(services.database.pool);
  watchDisk(services.disk);
  registerQueueMetrics(services.database.db);
  watchPictures(services.pictures);
  /** The conditions under which a load balancer may send requests to this node. */
  const checks = [
    { says: 'The database does not answer', holds: async () => (await sql`select 1`.execute(services.database.db)).rows.length === 1 },
    { says: 'The data directory is not writable', holds: () => services.disk.writable() },
  ];
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const wrong: string[] = [];
    for (const check of checks) if (!(await check.holds().catch(() => false))) wrong.push(check.says);
    // A blocked queue needs a person, but this node still serves, as do all others.
    if (wrong.length === 0) return { ok: true, ...((await isQueueStalled(services.database.db)) ? { jobs: 'The job queue is stalled' } : {}) };
    return reply
      .code(503)
      .header('retry-after', 5)
      .send({ error: 'Service Unavailable', message: wrong.join('; ') });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, request.socket.remoteAddress, request.headers['x-forwarded-for'])) {
      return reply.code(404).send({ error: 'Not Found', message: sentence('pageNotFound') });
    }
    return reply.type(metricsRegistry.contentType).send(await metricsRegistry.metrics());
  });

  /** With a token, any caller that has it. Without one, only this machine, and never through a proxy. */
  function mayReadMetrics(authorization: string | undefined, address: string | undefined, forwarded: string | string[] | undefined): boolean {
    const token = services.env.METRICS_TOKEN;
    if (token) return isSameSecret(`Bearer ${token}`, authorization ?? '');
    return !forwarded && /^(::1|127\.|::ffff:127\.)/.test(address ?? '');
  }
}
