import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { same } from '#server/kernel/secrets.ts';
import { registry, watchDisk, watchPictures, watchPool } from './metrics.ts';
import { queueStands, watchQueue } from './queue-state.ts';

/** For those who run us: alive, ready to serve, and how it goes. */
export async function probes(app: FastifyInstance, house: House): Promise<void> {
  watchPool(house.database.pool);
  watchDisk(house.disk);
  watchQueue(house.database.db);
  watchPictures(house.pictures);
  /** What has to hold for work to be sent to this node. */
  const checks = [
    { says: 'The database does not answer', holds: async () => (await sql`select 1`.execute(house.database.db)).rows.length === 1 },
    { says: 'The disk cannot be written', holds: () => house.disk.writable() },
  ];
  app.get('/healthz', async () => ({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const wrong: string[] = [];
    for (const check of checks) if (!(await check.holds().catch(() => false))) wrong.push(check.says);
    // A queue that stands still is for somebody to look at; this node serves all the same, and so do all others.
    if (wrong.length === 0) return { ok: true, ...((await queueStands(house.database.db)) ? { jobs: 'The queue stands still' } : {}) };
    return reply
      .code(503)
      .header('retry-after', 5)
      .send({ error: 'Service Unavailable', message: wrong.join('; ') });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, request.socket.remoteAddress, request.headers['x-forwarded-for'])) {
      return reply.code(404).send({ error: 'Not Found', message: sentence('pageNotFound') });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  /** With a token: whoever has it. Without: this machine only, and never through a proxy. */
  function mayReadMetrics(authorization: string | undefined, address: string | undefined, forwarded: string | string[] | undefined): boolean {
    const token = house.env.METRICS_TOKEN;
    if (token) return same(`Bearer ${token}`, authorization ?? '');
    return !forwarded && /^(::1|127\.|::ffff:127\.)/.test(address ?? '');
  }
}
