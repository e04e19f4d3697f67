import type { FastifyInstance } from 'fastify';
import { mountCalls } from './http/api.ts';
import { docsRoutes } from './http/api-docs.ts';
import { makeHttp, unknownCall } from './http/http.ts';
import { probes } from './http/probes.ts';
import type { House } from './kernel/house.ts';
import { mountPages } from './pages/pages.ts';
import type { WebBuild } from './pages/web-build.ts';
import { callTable, rooms, routesOf } from './rooms.ts';

/** The whole web side on one server. Without a build (tests of the API) there are no pages. */
export async function makeApp(house: House, web: WebBuild | null): Promise<FastifyInstance> {
  const app = await makeHttp(house);
  await probes(app, house);
  const served = routesOf(house);
  mountCalls(app, house, served);
  await docsRoutes(app, house, callTable);
  unknownCall(app);
  for (const { http } of Object.values(rooms)) if (http) await app.register((scope) => http(scope, house, served));
  if (web) await app.register((scope) => mountPages(scope, house, web, served));
  return app;
}
