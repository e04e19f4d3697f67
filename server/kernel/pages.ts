import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { createRequest } from '@remix-run/node-fetch-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { guard } from '#contract/access/guard.ts';
import { cacheSeconds } from '#contract/constants.ts';
import { type Address, isDashboard } from '#contract/kernel/screen.ts';
import { frameHosts } from '#contract/media/frames.ts';
import { addresses } from '#contract/screens.ts';
import { type Signed, sessionByCookie } from '#server/identity/session.ts';
import { setLocaleSource } from '../../words/locale.ts';
import { nobody } from './ctx.ts';
import type { Env } from './env.ts';
import type { House } from './house.ts';
import { askedLocale, inLocale, localeOf } from './locale.ts';
import { encodingFor, makePage, type Page, packed, topicOf } from './page-cache.ts';
import type { Route } from './registry.ts';
import { type Lent, lend, type WebEntry } from './server-side.ts';
import { slimBuild } from './slim-build.ts';
import { StartProblem } from './start-checks.ts';

export type WebBuild = {
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  readonly entry: () => Promise<WebEntry>;
  readonly id: string;
  /** Scripts, styles and pictures. */
  readonly mountFiles: (app: FastifyInstance) => Promise<void>;
};

const root = process.cwd();

/** The built web side. `npm start` and `npm run serve` build it first; in development its sources are served as they are. */
export async function loadWeb(env: Env, dir = join(root, 'build')): Promise<WebBuild> {
  if (env.NODE_ENV === 'development') return (await import('./dev-pages.ts')).openDev();
  const file = join(dir, 'server/index.js');
  if (!existsSync(file)) throw new StartProblem('The web side is not built; use npm start, npm run serve or npm run build.');
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  const latest = join(dir, 'client/builds/latest.json');
  const id = existsSync(latest) ? (JSON.parse(readFileSync(latest, 'utf8')) as { id: string }).id : 'dev';
  const entry = build.entry.module as unknown as WebEntry;
  return { build, entry: async () => entry, id, mountFiles: (app) => mountStatic(app, join(dir, 'client'), env) };
}

const week = 'public, max-age=604800';
const forever = 'public, max-age=31536000, immutable';

/** A worker fetches under the policy its own file came with: the map's asks for tiles, ours has all it needs. */
const workerPolicy = (env: Env): string =>
  `default-src 'none'; connect-src 'self'${env.MAP_STYLE_URL ? ` ${new URL(env.MAP_STYLE_URL).origin}` : ''}`;

const mountStatic = async (app: FastifyInstance, clientDir: string, env: Env): Promise<void> => {
  await app.register(fastifyStatic, {
    root: clientDir,
    wildcard: false,
    preCompressed: true,
    index: false,
    setHeaders(reply, path) {
      reply.header('cache-control', path.includes('/assets/') ? forever : path.endsWith('latest.json') ? 'no-cache' : week);
      if (/maplibre-gl-worker[^/]*$/.test(path)) reply.header('content-security-policy', workerPolicy(env));
    },
  });
};

/** Static files, then pages: each address of the screen table, and everything else as "Page not found". */
export async function mountPages(app: FastifyInstance, house: House, web: WebBuild, served: readonly Route[]): Promise<void> {
  setLocaleSource(inLocale.current);
  await web.mountFiles(app);
  const mode = house.env.NODE_ENV === 'development' ? 'development' : 'production';
  const handleAny = createRequestHandler(web.build, mode);
  const show = (address: Address | null) => {
    let handleThis: typeof handleAny | undefined;
    return (request: FastifyRequest, reply: FastifyReply) => {
      if (address && typeof web.build !== 'function') handleThis ??= createRequestHandler(slimBuild(web.build, address, addresses), mode);
      const handle = isData(request) ? handleAny : (handleThis ?? handleAny);
      return showPage({ house, web, served, handle }, address, request, reply);
    };
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const address of addresses) app.get(address.path, { config: { rateLimit: {} } }, show(address));
  app.get('/*', show(null));
}

type Room = {
  house: House;
  web: WebBuild;
  served: readonly Route[];
  handle: (request: Request, context: ReturnType<WebEntry['provide']>) => Promise<Response>;
};

/** What the router in the browser asks for: a page's data without the page. */
const isData = (request: FastifyRequest): boolean => (request.url.split('?')[0] ?? '').endsWith('.data');

async function showPage(
  { house, web, served, handle }: Room,
  address: Address | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const signed = await whoIs(house, request);
  const locale = localeOf(request, reply);
  // Mails and messages speak the language a person chose for the pages; somebody who only looks as them chooses nothing.
  if (signed && !signed.impersonator && askedLocale(request)) await speak(house, signed.person.id, locale);
  if (address && !isData(request)) {
    const target = guard(address.screen, address.layout, signed?.me ?? nobody, request.url);
    if (target) return reply.header('cache-control', 'private, no-store').redirect(target, 302);
  }
  const shared =
    house.env.NODE_ENV !== 'development' &&
    !signed &&
    address !== null &&
    !isDashboard(address.layout) &&
    address.layout !== 'invoice' &&
    !address.screen.session &&
    !address.screen.ours;
  const key = `${locale} ${request.url}`;
  const known = shared ? house.pages.get(key) : undefined;
  const live = address?.screen.live ?? false;
  const kept = live ? 'asked' : 'hour';
  if (known) return sendPage(request, reply, known, kept, true);

  const since = house.pages.changes();
  const lent: Lent = lend({ house, web, served }, signed, locale, request);
  const entry = await web.entry();
  const response = await inLocale.run(locale, () => handle(createRequest(request.raw, reply.raw), entry.provide(lent.side)));
  for (const cookie of lent.cookies) reply.header('set-cookie', cookie);
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  response.headers.forEach((value, name) => void reply.header(name, value));
  reply.code(response.status);
  if (response.status === 503) reply.header('retry-after', 5);
  const body = Buffer.from(await response.arrayBuffer());
  // A HEAD has no body: kept, it would be an empty page for everybody who comes after.
  const keep = shared && request.method === 'GET' && response.status === 200 && isHtml && lent.cookies.length === 0;
  const page = makePage(body, isHtml ? policyOf(body, house.env) : {});
  if (keep) house.pages.put(key, page, topicOf(request.url.split('?')[0] ?? '', live), since);
  return sendPage(request, reply, page, keep ? kept : null, false);
}

/** With the database away everybody is a stranger: cached pages still come, the others show the error page. */
async function whoIs(house: House, request: FastifyRequest): Promise<Signed | null> {
  if (!request.headers.cookie?.includes('session_token')) return null;
  const signed = await sessionByCookie(house.database, house.secret, request.headers.cookie).catch((problem: unknown) => {
    request.log.warn({ err: problem }, 'could not look up a session for a page');
    return null;
  });
  if (signed) request.me = signed.me;
  return signed;
}

const speak = (house: House, personId: number, locale: 'en' | 'sw') =>
  house.database.db.updateTable('person').set({ locale }).where('id', '=', personId).where('locale', '!=', locale).execute();

/** A stranger's page may be kept by anyone for an hour and is asked about afterwards, one of offers is asked about each time; a person's own page is kept by nobody. */
const keeping = { hour: `public, max-age=${cacheSeconds}, must-revalidate`, asked: 'public, max-age=0, must-revalidate' } as const;

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, shared: keyof typeof keeping | null, again: boolean): unknown {
  const encoding = encodingFor(request.headers['accept-encoding']);
  reply.headers(page.headers).header('vary', 'Cookie, Accept-Encoding');
  reply.header('cache-control', shared ? keeping[shared] : 'private, no-store');
  if (!reply.getHeader('content-type')) reply.type('text/html; charset=utf-8');
  if (shared) {
    reply.header('etag', page.etag);
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  }
  if (encoding !== 'identity' && page.body.length > 1024) reply.header('content-encoding', encoding);
  return reply.send(page.body.length > 1024 ? packed(page, encoding, again) : page.body);
}

/** Vite's own client writes styles and speaks to another port, so development goes without. */
const policyOf = (html: Buffer, env: Env): Record<string, string> => ({
  'content-security-policy': env.NODE_ENV === 'development' ? "frame-ancestors 'none'" : policyFor(html, env),
});

/** Strict: our own files, and exactly those inline scripts this page was rendered with, by hash. */
export function policyFor(html: Buffer, env: Pick<Env, 'NODE_ENV' | 'appUrl' | 'MAP_STYLE_URL'>): string {
  const tiles = env.MAP_STYLE_URL ? ` ${new URL(env.MAP_STYLE_URL).origin}` : '';
  const hashes = new Set<string>();
  for (const [, attributes = '', body = ''] of html.toString('utf8').matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!/\bsrc=/.test(attributes) && !/type="application\//.test(attributes))
      hashes.add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`);
  }
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    `connect-src 'self'${tiles}`,
    "worker-src 'self' blob:",
    // Films and tours, which a page frames only after somebody asked for one.
    `frame-src ${frameHosts.map((host) => `https://${host}`).join(' ')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(env.appUrl.startsWith('https://') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
