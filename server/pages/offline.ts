import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/kernel/env.ts';

/** A service worker that deletes its cached data and unregisters itself. */
const gone = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const key of await caches.keys()) await caches.delete(key);
  await self.registration.unregister();
})()));
`;

/**
 * Serves the service worker that stores saved homes, one per build. With OFFLINE=off it serves one that removes the installed worker. Browsers
 * request the file repeatedly, so it is not cached.
 */
export function mountServiceWorker(app: FastifyInstance, env: Pick<Env, 'OFFLINE'>, buildId: string): void {
  const text = readFileSync(join(import.meta.dirname, 'offline-worker.js'), 'utf8');
  const body = env.OFFLINE === 'off' ? gone : `const VERSION = ${JSON.stringify(buildId)};\n${text}`;
  app.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .send(body),
  );
}
