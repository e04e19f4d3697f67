import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { findScreenRedirectPath, requestedPathCookie, requestedPathMaxAgeSeconds } from '#contract/access/guard.ts';
import { cacheSeconds } from '#contract/constants.ts';
import { isDashboardLayout, type ScreenAddress } from '#contract/kernel/screen.ts';
import { screenAddresses } from '#contract/screens.ts';
import { replyNotFound } from '#server/http/http.ts';
import type { CallRoute } from '#server/http/registry.ts';
import { readSessionByCookie, type SignedSession } from '#server/identity/session.ts';
import { anonymousCaller } from '#server/kernel/ctx.ts';
import type { Env } from '#server/kernel/env.ts';
import { localeContext, readRequestedLocale, resolveLocale } from '#server/kernel/locale.ts';
import { StartProblem } from '#server/kernel/process/start-checks.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { setPersonLocale } from '#server/people/service.ts';
import { setLocaleSource } from '../../words/locale.ts';
import { findMapOrigin, mountTiles } from './base-map.ts';
import { mountServiceWorker } from './offline.ts';
import { type CachedPage, chooseEncoding, compressPage, getPageCacheTopic, makeCachedPage } from './page-cache.ts';
import { getContentSecurityHeaders, inlineScriptHashesHeader } from './page-policy.ts';
import { makeServerSide, type RequestServerSide, type WebEntry } from './server-side.ts';
import { makeSingleScreenBuild } from './slim-build.ts';
import type { WebBuild } from './web-build.ts';

const root = process.cwd();

/** Loads the built web side. `npm start` and `npm run serve` build it first; in development its sources are used directly. */
export async function loadWebBuild(env: Env, dir = join(root, 'build')): Promise<WebBuild> {
  if (env.NODE_ENV === 'development') return (await import('./dev-pages.ts')).openDevPages();
  const file = join(dir, 'server/index.js');
  if (!existsSync(file)) throw new StartProblem('The pages are not built. Run npm start, npm run serve or npm run build.');
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  const latest = join(dir, 'client/builds/latest.json');
  const id = existsSync(latest) ? (JSON.parse(readFileSync(latest, 'utf8')) as { id: string }).id : 'dev';
  const entry = build.entry.module as unknown as WebEntry;
  return { build, entry: async () => entry, id, mountFiles: (app) => mountStaticFiles(app, join(dir, 'client'), env) };
}

const week = 'public, max-age=604800';
const forever = 'public, max-age=31536000, immutable';

/**
 * The content security policy of worker files. A worker uses the policy of its own file: the map's worker requests tiles, the other workers only the
 * origin of this site.
 */
const workerPolicy = (env: Env): string => `default-src 'none'; connect-src 'self'${findMapOrigin(env)}`;

export const mountStaticFiles = async (app: FastifyInstance, clientDir: string, env: Env): Promise<void> => {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, label: route.url.startsWith('/assets/') ? '/assets/*' : 'file' };
    });
    const common: FastifyStaticOptions = {
      root: clientDir,
      preCompressed: true,
      index: false,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes('/assets/') ? forever : path.endsWith('latest.json') ? 'no-cache' : week);
        if (/maplibre-gl-worker[^/]*$/.test(path)) reply.header('content-security-policy', workerPolicy(env));
      },
    };
    await scope.register(fastifyStatic, { ...common, wildcard: false, globIgnore: ['assets/**'] });
    const assets = join(clientDir, 'assets');
    if (!existsSync(assets)) return;
    // One route serves all files of the folder. A route per file took a sixth of the start time, and the plugin's own wildcard reads the folder for
    // every file.
    const names = new Set(readdirSync(assets));
    await scope.register(
      async (below) => {
        below.setNotFoundHandler(replyNotFound);
        below.get<{ Params: { '*': string } }>('/*', (request, reply) => {
          const name = request.params['*'];
          return names.has(name) ? reply.sendFile(name, assets) : reply.callNotFound();
        });
      },
      { prefix: '/assets' },
    );
  });
};

/** Mounts static files and pages: each address of the screen table, and "Page not found" for all others. */
export async function mountPages(app: FastifyInstance, services: RunningServices, web: WebBuild, served: readonly CallRoute[]): Promise<void> {
  setLocaleSource(localeContext.current);
  mountTiles(app, services.env);
  mountServiceWorker(app, services.env, web.id);
  await web.mountFiles(app);
  const mode = services.env.NODE_ENV === 'development' ? 'development' : 'production';
  const handleAny = createRequestHandler(web.build, mode);
  const show = (address: ScreenAddress | null) => {
    let handleThis: typeof handleAny | undefined;
    return (request: FastifyRequest, reply: FastifyReply) => {
      if (address && typeof web.build !== 'function')
        handleThis ??= createRequestHandler(makeSingleScreenBuild(web.build, address, screenAddresses), mode);
      const handle = isData(request) ? handleAny : (handleThis ?? handleAny);
      return showPage({ services, web, served, handle }, address, request, reply);
    };
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const address of screenAddresses) app.get(address.path, { config: { rateLimit: {} } }, show(address));
  app.get('/*', show(null));
}

type PageRequestParts = {
  services: RunningServices;
  web: WebBuild;
  served: readonly CallRoute[];
  handle: (request: Request, context: ReturnType<WebEntry['provideServerFunctions']>) => Promise<Response>;
};

/** Whether the router in the browser requests only the data of a page. */
const isData = (request: FastifyRequest): boolean => (request.url.split('?')[0] ?? '').endsWith('.data');

async function showPage(
  { services, web, served, handle }: PageRequestParts,
  address: ScreenAddress | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const locale = resolveLocale(request, reply);
  const mayKeep = services.env.NODE_ENV !== 'development' && address !== null && isForAnybody(address);
  const key = `${locale} ${request.url}`;
  const kept = address?.screen.live ? 'asked' : 'hour';
  // A cached public page is sent before any query.
  const known = mayKeep && !mayBeSigned(request) ? services.pages.get(key) : undefined;
  if (known) return sendKept(request, reply, known, kept);

  const signed = await whoIs(services, request);
  // Messages use the language that a person chose for the pages; an impersonator’s choice is not stored.
  if (signed && !signed.impersonator && readRequestedLocale(request)) await setPersonLocale(services.database.db, signed.person.id, locale);
  if (address && !isData(request)) {
    const target = findScreenRedirectPath(address.screen, address.layout, signed?.me ?? anonymousCaller, request.url);
    if (target && !signed && isDashboardLayout(address.layout)) reply.header('set-cookie', wantedCookie(request.url, services.env));
    if (target) return reply.header('cache-control', 'private, no-store').redirect(target, 302);
  }
  const shared = mayKeep && !signed;
  const again = shared ? services.pages.get(key) : undefined;
  if (again) return sendKept(request, reply, again, kept);

  const since = services.pages.changes();
  const lent: RequestServerSide = makeServerSide({ services, web, served }, signed, locale, request, shared);
  const entry = await web.entry();
  const made = await localeContext.run(locale, () => makeIt({ entry, lent, handle }, shared ? address : null, request, reply));
  for (const cookie of lent.cookies) reply.header('set-cookie', cookie);
  reply.code(made.status);
  if (made.status === 503) reply.header('retry-after', 5);
  // A HEAD request has no body: a cached copy would be an empty page for later visitors.
  const keep = shared && request.method === 'GET' && made.status === 200 && made.scripts !== null && lent.cookies.length === 0;
  const page = makeCachedPage(made.body, made.scripts === null ? {} : getContentSecurityHeaders(made.scripts, services.env));
  if (keep) services.pages.put(key, page, getPageCacheTopic(request.url.split('?')[0] ?? '', kept === 'asked'), since);
  return sendPage(request, reply, page, keep ? kept : null);
}

const wantedCookie = (url: string, { appUrl }: Pick<Env, 'appUrl'>): string =>
  `${requestedPathCookie}=${encodeURIComponent(url)}; Path=/auth; Max-Age=${requestedPathMaxAgeSeconds}; HttpOnly; SameSite=Lax${appUrl.startsWith('https://') ? '; Secure' : ''}`;

const isForAnybody = ({ layout, screen }: ScreenAddress): boolean =>
  !isDashboardLayout(layout) && layout !== 'invoice' && !screen.session && !screen.ours;

/** `scripts` are the hashes of the scripts that a page may run; null if the response is not a page. */
type Made = { readonly status: number; readonly scripts: readonly string[] | null; readonly body: Buffer };
type Making = { readonly entry: WebEntry; readonly lent: RequestServerSide; readonly handle: PageRequestParts['handle'] };

/** Renders the response by the fast path if this screen has one, otherwise by the router. */
async function makeIt({ entry, lent, handle }: Making, address: ScreenAddress | null, request: FastifyRequest, reply: FastifyReply): Promise<Made> {
  const context = entry.provideServerFunctions(lent.side);
  if (address && request.method === 'GET' && !isData(request)) {
    const asked = {
      id: address.id,
      url: `http://${request.headers.host ?? 'localhost'}${request.url}`,
      params: request.params as Record<string, string>,
    };
    const page = await entry.renderFastPage(asked, context);
    if (page) return { status: 200, scripts: page.scripts, body: Buffer.from(page.html) };
  }
  const response = await handle(createRequest(request.raw, reply.raw), context);
  const own = response.headers.get(inlineScriptHashesHeader)?.split(' ') ?? [];
  response.headers.forEach((value, name) => void (name !== inlineScriptHashesHeader && reply.header(name, value)));
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return { status: response.status, scripts: isHtml ? own : null, body: Buffer.from(await response.arrayBuffer()) };
}

const mayBeSigned = (request: FastifyRequest): boolean => request.headers.cookie?.includes('session_token') ?? false;

/** Without a database every visitor counts as signed out: cached pages are served, the others show the error page. */
async function whoIs(services: RunningServices, request: FastifyRequest): Promise<SignedSession | null> {
  if (!mayBeSigned(request)) return null;
  const signed = await readSessionByCookie(services.database, services.secret, request.headers.cookie).catch((problem: unknown) => {
    request.log.warn({ err: problem }, 'the session of a page request could not be loaded');
    return null;
  });
  if (signed) request.me = signed.me;
  return signed;
}

/**
 * A public page may be cached for an hour and is revalidated afterwards; a page with listings is revalidated each time; a personal page is never
 * cached.
 */
const cacheControl = { hour: `public, max-age=${cacheSeconds}, must-revalidate`, asked: 'public, max-age=0, must-revalidate' } as const;

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage, shared: keyof typeof cacheControl | null): unknown {
  reply.headers(headersOf(page, shared));
  if (!reply.getHeader('content-type')) reply.type('text/html; charset=utf-8');
  if (shared) {
    reply.header('etag', page.etag);
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  }
  const encoding = encodingOf(request, page);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(compressPage(page, encoding, false));
}

const headersOf = (page: CachedPage, shared: keyof typeof cacheControl | null) => ({
  ...page.headers,
  vary: 'Cookie, Accept-Encoding',
  'cache-control': shared ? cacheControl[shared] : 'private, no-store',
});

/** Responses up to one network packet are not compressed. */
const encodingOf = (request: FastifyRequest, page: CachedPage) =>
  page.body.length > 1024 ? chooseEncoding(request.headers['accept-encoding']) : 'identity';

/** Sends a page from the page cache: compressed bytes and headers are written directly, without the hooks that inspect other responses. */
function sendKept(request: FastifyRequest, reply: FastifyReply, page: CachedPage, shared: keyof typeof cacheControl): unknown {
  const encoding = encodingOf(request, page);
  const isKnown = request.headers['if-none-match'] === page.etag;
  const bytes = isKnown ? null : compressPage(page, encoding, true);
  reply.code(isKnown ? 304 : 200).hijack();
  reply.raw.writeHead(isKnown ? 304 : 200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...headersOf(page, shared),
    etag: page.etag,
    ...(bytes && {
      'content-type': 'text/html; charset=utf-8',
      'content-length': bytes.length,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }),
  });
  reply.raw.end(request.method === 'HEAD' ? null : bytes);
  return reply;
}
