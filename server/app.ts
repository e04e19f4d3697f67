import type { FastifyInstance } from 'fastify';
import { artRoutes } from './art/routes.ts';
import { mountCalls } from './http/api.ts';
import { docsRoutes } from './http/api-docs.ts';
import { makeHttp, unknownCall } from './http/http.ts';
import { probes } from './http/probes.ts';
import { authRoutes } from './identity/auth-routes.ts';
import type { House } from './kernel/house.ts';
import { mediaRoutes } from './media/files.ts';
import { ogRoutes } from './media/og-routes.ts';
import { liveRoutes } from './notification/live.ts';
import { reportRoutes } from './notification/reports.ts';
import { mountPages } from './pages/pages.ts';
import type { WebBuild } from './pages/web-build.ts';
import { enquireRoutes } from './portal/enquire.ts';
import { sitemapRoutes } from './portal/sitemap.ts';
import { routes } from './routes.ts';

/** The whole web side on one server. Without a build (tests of the API) there are no pages. */
export async function makeApp(house: House, web: WebBuild | null): Promise<FastifyInstance> {
  const app = await makeHttp(house);
  await probes(app, house);
  await app.register((scope) => authRoutes(scope, house));
  await app.register((scope) => liveRoutes(scope, house));
  await app.register((scope) => reportRoutes(scope, house));
  const served = routes(house);
  mountCalls(app, house, served);
  await docsRoutes(app, house);
  unknownCall(app);
  await app.register((scope) => artRoutes(scope));
  await app.register((scope) => mediaRoutes(scope, house));
  await app.register((scope) => sitemapRoutes(scope, house));
  await app.register((scope) => enquireRoutes(scope, house, served));
  await app.register((scope) => ogRoutes(scope, house));
  if (web) await app.register((scope) => mountPages(scope, house, web, served));
  return app;
}
