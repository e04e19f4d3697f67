import type { FastifyInstance } from 'fastify';
import { mountCalls } from './http/api.ts';
import { apiDocsRoutes } from './http/api-docs.ts';
import { makeHttpServer, registerUnknownCall } from './http/http.ts';
import { registerProbes } from './http/probes.ts';
import type { RunningServices } from './kernel/services.ts';
import { buildCallRoutes, callTable, modules } from './modules.ts';
import { mountPages } from './pages/pages.ts';
import type { WebBuild } from './pages/web-build.ts';

/** Creates the HTTP server with API calls and pages. Without a build (in tests of the API) there are no pages. */
export async function makeApp(services: RunningServices, web: WebBuild | null): Promise<FastifyInstance> {
  const app = await makeHttpServer(services);
  await registerProbes(app, services);
  const served = buildCallRoutes(services);
  mountCalls(app, services, served);
  await apiDocsRoutes(app, services, callTable);
  registerUnknownCall(app);
  for (const { http } of Object.values(modules)) if (http) await app.register((scope) => http(scope, services, served));
  if (web) await app.register((scope) => mountPages(scope, services, web, served));
  return app;
}
