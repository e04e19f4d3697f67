import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Env } from '#server/kernel/env.ts';

/** Unregisters itself and deletes its cached data, wherever it was installed. */
const gone = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const key of await caches.keys()) await caches.delete(key);
  await self.registration.unregister();
})()));
`;

/**
 * The service worker that keeps saved homes, one per build; with OFFLINE=off one that removes it. Browsers request it repeatedly, so it is not
 * cached.
 */
export function mountOffline(app: FastifyInstance, env: Pick<Env, 'OFFLINE'>, buildId: string): void {
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
