import middie from '@fastify/middie';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { WebEntry } from './server-side.ts';
import type { WebBuild } from './web-build.ts';

/** `npm run dev`: runs Vite inside the server. Pages are loaded from their sources, and changes appear in the browser immediately. */
export async function openDevPages(): Promise<WebBuild> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true } });
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>;
  return {
    build: load,
    entry: async () => (await load()).entry.module as unknown as WebEntry,
    id: 'dev',
    async mountFiles(app: FastifyInstance) {
      await app.register(middie);
      app.use(vite.middlewares);
      app.addHook('onClose', () => vite.close());
    },
  };
}
